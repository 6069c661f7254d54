import type { Language } from '#domain/market-state.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const satisfies Record<Language, string>
const FRACTION = { maximumFractionDigits: 30, roundingMode: 'trunc' } as const
const FORMATS = {
  fa: new Intl.NumberFormat(LOCALE.fa, FRACTION),
  en: new Intl.NumberFormat(LOCALE.en, FRACTION),
} as const satisfies Record<Language, Intl.NumberFormat>

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** Decimal text ("98500.5") as the language writes it, digit by digit. Text that is no decimal comes back unchanged. */
export const showFigure = (text: string, language: Language): string =>
  isDecimal(text) ? FORMATS[language].format(text) : text

/** An identifying number has no marks between its digits. */
const NUMBERS = {
  fa: new Intl.NumberFormat(LOCALE.fa, { useGrouping: false }),
  en: new Intl.NumberFormat(LOCALE.en, { useGrouping: false }),
} as const satisfies Record<Language, Intl.NumberFormat>

export const showNumber = (text: string, language: Language): string =>
  isDecimal(text) ? NUMBERS[language].format(text) : text

export const showPercent = (text: string, language: Language): string =>
  `${showFigure(text, language)}${language === 'fa' ? '٪' : '%'}`
