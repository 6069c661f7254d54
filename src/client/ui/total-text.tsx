import { chakra } from '@chakra-ui/react'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

const MILLION_DIGITS = 6
const MILLION = { fa: 'م', en: 'M' } as const satisfies Record<Language, string>
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Shortens a total for a table: from a million on in millions with one digit after the point («۱۷۹٫۷ م», "179.7 M"), below that with at most
 * `decimals`; always rounded to the nearest. Text that is not a decimal is returned unchanged.
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

/** The number of digits before the point, without leading zeros; 0 for text that is not a decimal. */
export const wholeDigits = (text: string): number => (DECIMAL.exec(text)?.[2] ?? '').replace(/^0+/, '').length

/** Moves the point of decimal text left by `digits`, which must be fewer than its whole digits: "1234.5" by 3 is "1.2345". */
export function pointAt(text: string, digits: number): string {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  const shown = whole.replace(/^0+/, '')
  const at = shown.length - digits
  return `${minus}${shown.slice(0, at)}.${shown.slice(at)}${fraction}`
}

type TotalTextProps = {
  /** Decimal text; `null` is unknown and shows as a dash. */
  value: string | null
  /** For a total that is too small to be shortened. */
  decimals: number
  /** Shows a sign for positive values too. */
  signed?: boolean
  /** The unit's name after the number. */
  unit?: string
}

/** A total that serves as a guide, in millions if it is long, so that its column stays narrow. The exact value is in its tooltip. */
export function TotalText({ value, unit, ...look }: TotalTextProps) {
  const language = useLanguage()
  if (value === null) return <bdi>—</bdi>
  const exact = showDecimal(value, language, { fractionMax: look.decimals, rounding: 'nearest' })
  return <ShortQuantity shown={showTotal(value, language, look)} exact={exact} {...(unit ? { unit } : {})} />
}

/** A shortened number with its unit, and the exact one as a tooltip. */
export function ShortQuantity({ shown, exact, unit }: { shown: string; exact: string; unit?: string }) {
  const language = useLanguage()
  return (
    <span data-quantity style={{ whiteSpace: 'nowrap' }} title={exact}>
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{shown}</bdi>
      {unit && (
        <>
          {' '}
          <chakra.span fontSize="0.8em" color="fg.muted" fontWeight="normal">
            {unit}
          </chakra.span>
        </>
      )}
    </span>
  )
}
