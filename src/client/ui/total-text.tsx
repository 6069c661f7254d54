import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from './show-decimal.ts'
import { showTotal } from './show-total.ts'

type TotalTextProps = {
  /** Decimal text; `null` is unknown and shows as a dash. */
  value: string | null
  /** Of a total that is too small to be shortened. */
  decimals: number
  /** The unit's name behind the number. */
  unit?: string
}

/** A total that is a guide, in millions where it is long: a column of them stays narrow. Exact under the pointer. */
export function TotalText({ value, decimals, unit }: TotalTextProps) {
  const language = useLanguage()
  if (value === null) return <bdi>—</bdi>
  return (
    <chakra.span data-quantity whiteSpace="nowrap" title={showDecimal(value, language)}>
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{showTotal(value, language, decimals)}</bdi>
      {unit && (
        <>
          {' '}
          <chakra.span fontSize="0.8em" color="fg.muted" fontWeight="normal">
            {unit}
          </chakra.span>
        </>
      )}
    </chakra.span>
  )
}
