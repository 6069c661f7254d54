import { isQuoteUnit, type QuoteUnit } from '#client/entities/market/quote-unit.ts'

/** The choices that a link to quick trade makes in advance. */
export interface FirstChoice {
  readonly coin?: string | undefined
  readonly unit?: QuoteUnit | undefined
  readonly side?: 'BUY' | 'SELL' | undefined
}

const SYMBOL = /^[A-Z][A-Z0-9_]{1,39}$/

/** Reads the choices of a URL; the form decides about invalid ones. */
export const readFirstChoice = ({ coin, unit, side }: Record<string, unknown>): FirstChoice => ({
  coin: typeof coin === 'string' && SYMBOL.test(coin) ? coin : undefined,
  unit: typeof unit === 'string' && isQuoteUnit(unit) ? unit : undefined,
  side: side === 'BUY' || side === 'SELL' ? side : undefined,
})
