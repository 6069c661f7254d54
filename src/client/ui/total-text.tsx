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
  if (wholeDigits(text) <= MILLION_DIGITS)
    return showDecimal(text, language, { fractionMax: decimals, rounding: 'nearest', signed })
  const millions = pointAt(text, MILLION_DIGITS)
  return `${showDecimal(millions, language, { fractionMin: 1, fractionMax: 1, rounding: 'nearest', signed })}\u00A0${MILLION[language]}`
}

/** Digits of the whole part of decimal text, without zeros in front; 0 for text that is no decimal. */
export const wholeDigits = (text: string): number => (DECIMAL.exec(text)?.[2] ?? '').replace(/^0+/, '').length

/** Decimal text whose point moves so many digits to the left, which has more than those: "1234.5" by 3 is "1.2345". */
export function pointAt(text: string, digits: number): string {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  const shown = whole.replace(/^0+/, '')
  const at = shown.length - digits
  return `${minus}${shown.slice(0, at)}.${shown.slice(at)}${fraction}`
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
  const exact = showDecimal(value, language, { fractionMax: look.decimals, rounding: 'nearest' })
  return <ShortQuantity shown={showTotal(value, language, look)} exact={exact} {...(unit ? { unit } : {})} />
}

/** A shortened number with its unit, the exact one under the pointer. */
export function ShortQuantity({ shown, exact, unit }: { shown: string; exact: string; unit?: string }) {
  const language = useLanguage()
  return (
    <chakra.span data-quantity whiteSpace="nowrap" title={exact}>
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{shown}</bdi>
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
