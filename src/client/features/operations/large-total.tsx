import { type Language, useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { pointAt, ShortQuantity, wholeDigits } from '#client/ui/total-text.tsx'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

/** Largest first: the number of digits that the scale removes, and its name. */
const SCALES = [
  { digits: 12, fa: 'هزار میلیارد', en: 'trillion' },
  { digits: 9, fa: 'میلیارد', en: 'billion' },
  { digits: 6, fa: 'میلیون', en: 'million' },
] as const
/** The decimals of Toman in the ledger. */
const TOMAN_DECIMALS = 6

/** A large sum in words and digits: «۲٫۵۵ هزار میلیارد», "2.55 trillion". Below a million it is shown whole. */
export function showLargeTotal(
  text: string,
  language: Language,
  { signed = false }: { signed?: boolean } = {},
): string {
  const scale = SCALES.find((each) => wholeDigits(text) > each.digits)
  if (!scale) return showDecimal(text, language, { fractionMax: 0, rounding: 'nearest', signed })
  const part = pointAt(text, scale.digits)
  return `${showDecimal(part, language, { fractionMax: 2, rounding: 'nearest', signed })}\u00A0${scale[language]}`
}

type LargeTotalProps = {
  /** Decimal text; `null` is unknown and is shown as a dash. */
  value: string | null
  signed?: boolean
  /** The unit's name after the number. */
  unit?: string
}

/** A large sum that serves as a guide; the exact value is in its tooltip. */
export function LargeTotal({ value, signed = false, unit }: LargeTotalProps) {
  const language = useLanguage()
  if (value === null) return <bdi>—</bdi>
  const exact = showDecimal(value, language, { fractionMax: 0, rounding: 'nearest', signed })
  return <ShortQuantity shown={showLargeTotal(value, language, { signed })} exact={exact} {...(unit ? { unit } : {})} />
}

/** The sum of amounts of Toman, as signed decimal text; unknown ones add nothing. */
export function sumOf(values: readonly (string | null)[]): string {
  let sum = 0n
  for (const value of values) {
    const units = parseDecimal((value ?? '').replace('-', ''), TOMAN_DECIMALS) ?? 0n
    sum += value?.startsWith('-') ? -units : units
  }
  return formatDecimal(sum, TOMAN_DECIMALS)
}
