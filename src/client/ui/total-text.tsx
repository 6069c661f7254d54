import { chakra } from '@chakra-ui/react'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

const MILLION_DIGITS = 6
const MILLION = { fa: 'م', en: 'M' } as const satisfies Record<Language, string>
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * A total as short as a table wants it: from a million on in millions with one digit after the point («۱۷۹٫۷ م», "179.7 M"),
 * below it with at most `decimals`; always to the nearest. Text that is no decimal comes back unchanged.
 */
export function showTotal(
  text: string,
  language: Language,
  { decimals, signed = false }: { decimals: number } & Pick<DecimalLook, 'signed'>,
): string {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  const digits = whole.replace(/^0+/, '')
  if (digits.length <= MILLION_DIGITS)
    return showDecimal(text, language, { fractionMax: decimals, rounding: 'nearest', signed })
  const at = digits.length - MILLION_DIGITS
  const millions = `${minus}${digits.slice(0, at)}.${digits.slice(at)}${fraction}`
  return `${showDecimal(millions, language, { fractionMin: 1, fractionMax: 1, rounding: 'nearest', signed })}\u00A0${MILLION[language]}`
}

type TotalTextProps = {
  /** Decimal text; `null` is unknown and shows as a dash. */
  value: string | null
  /** Of a total that is too small to be shortened. */
  decimals: number
  /** A sign in front of what is above zero, too. */
  signed?: boolean
  /** The unit's name behind the number. */
  unit?: string
}

/** A total that is a guide, in millions where it is long: a column of them stays narrow. Exact under the pointer. */
export function TotalText({ value, unit, ...look }: TotalTextProps) {
  const language = useLanguage()
  if (value === null) return <bdi>—</bdi>
  return (
    <chakra.span
      data-quantity
      whiteSpace="nowrap"
      title={showDecimal(value, language, { fractionMax: look.decimals, rounding: 'nearest' })}
    >
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{showTotal(value, language, look)}</bdi>
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
