import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

type DecimalTextProps = DecimalLook & {
  /** Decimal text; `undefined` is unknown and is shown as a dash, never as zero. */
  value: string | undefined
  /** The unit's name after the number, in the direction of the sentence. */
  unit?: string
}

/** Every amount and price is shown with this component: upright digits that run left to right in both languages. */
export function DecimalText({ value, unit, ...look }: DecimalTextProps) {
  const language = useLanguage()
  const number = <bdi dir="ltr">{value === undefined ? '—' : showDecimal(value, language, look)}</bdi>
  if (!unit) return number
  return (
    <chakra.span data-quantity whiteSpace="nowrap">
      {number}{' '}
      <chakra.span fontSize="0.8em" color="fg.muted" fontWeight="normal">
        {unit}
      </chakra.span>
    </chakra.span>
  )
}
