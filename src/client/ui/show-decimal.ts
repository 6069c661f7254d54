import type { Language } from '#client/lib/locale.ts'

export type DecimalLook = {
  /** The least and most digits after the point. Default: as many as the text has. */
  fractionMin?: number
  fractionMax?: number
  /** Shows a sign for positive values too; zero has none. */
  signed?: boolean
  /** The value is a percentage already: "1.23" is 1.23 %. */
  percent?: boolean
  /** `down` truncates, so that a balance never looks larger than it is; `up` is for payments, `nearest` for changes and averages. */
  rounding?: keyof typeof ROUNDING
}

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const ROUNDING = { down: 'trunc', nearest: 'halfExpand', up: 'expand' } as const
const DECIMAL = /^-?\d+(\.\d+)?$/
const formats = new Map<string, Intl.NumberFormat>()

/** Formats decimal text ("98500.5") for the language, digit by digit and never as a float. Text that is not a decimal is returned unchanged. */
export function showDecimal(text: string, language: Language, look: DecimalLook = {}): string {
  if (!isDecimal(text)) return text
  const shown = formatFor(language, look).format(text)
  return look.percent ? withPercentSign(shown, language) : shown
}

function isDecimal(text: string): text is `${number}` {
  return DECIMAL.test(text)
}

function formatFor(language: Language, look: DecimalLook): Intl.NumberFormat {
  const { fractionMin = 0, signed = false, rounding = 'down' } = look
  const fractionMax = Math.max(fractionMin, look.fractionMax ?? 30)
  const key = [language, fractionMin, fractionMax, signed, rounding].join()
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: fractionMin,
    maximumFractionDigits: fractionMax,
    signDisplay: signed ? 'exceptZero' : 'negative',
    roundingMode: ROUNDING[rounding],
  })
  formats.set(key, format)
  return format
}

function withPercentSign(shown: string, language: Language): string {
  return language === 'fa' ? `${shown}٪` : `${shown}%`
}

/** The largest number of decimals in these texts, so that a column can align its points. */
export const finest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
