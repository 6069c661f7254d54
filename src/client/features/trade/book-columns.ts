import { figureColumn } from '#client/ui/figures.ts'
import { finest } from '#client/ui/show-decimal.ts'
import { wholeDigits } from '#client/ui/total-text.tsx'
import type { ShownLevel } from './book-math.ts'

/** The system replaces all colours: a background stays only in one of the system's own names. */
export const FORCED_COLOURS = '@media (forced-colors: active)'

/** Next to a phone's form, and with large letters, the book omits totals, which are only a guide, to make space for prices and amounts. */
const NARROW_BOOK = '@container (max-width: 16rem)'
/** Never larger than fits beside the form of a small phone. */
const BOOK_FONT = 'clamp(0.625rem, 7.2cqi, 0.75rem)'
const ROW_HEIGHT = { base: '1.375rem', lg: 'var(--filling-row, 1.25rem)' } as const

/** Makes the rows of a book inside a panel of a given height as high as fills it: those of both sides and of their heads, below the panel's own head. */
export const rowsThatFill = (rows: number) =>
  ({ containerType: 'size', '--filling-row': `clamp(1.25rem, (100cqb - 6rem) / ${2 * rows + 1}, 2.25rem)` }) as const
/**
 * The columns share a row by the number of their characters, so that all three fit. Widths that the browser measures, as of a grid's columns, would
 * lay out the whole book again with each figure; a row of a given size lays out alone.
 */
export const BOOK = {
  '--row': ROW_HEIGHT,
  '& .row, & button': { display: 'flex', alignItems: 'center', columnGap: '2' },
  '& .row': { contain: 'strict', position: 'relative', paddingInline: '1', height: 'var(--row)' },
  '& .row span': { ...figureColumn, position: 'relative', minWidth: '0' },
  '& .price': { flex: 'var(--price) 1 0', fontWeight: 'semibold', color: 'buy' },
  '& .amount': { flex: 'var(--amount) 1 0' },
  '& .total': { flex: 'var(--total) 1 0', color: 'fg.muted' },
  '& .pair, & button': { flex: 'calc(var(--price) + var(--amount)) 1 0', minWidth: '0' },
  '& .pair': { display: 'flex', columnGap: '2' },
  '& .head': { fontSize: 'min(0.6875rem, 3.75vw)' },
  '& .head .price, & .head .amount': { color: 'fg.muted', fontWeight: 'normal' },
  '& ul': { listStyleType: 'none', display: 'grid', alignContent: 'start', fontSize: BOOK_FONT },
  '& ul.SELL': { alignContent: 'end' },
  '& .SELL .price': { color: 'sell' },
  '& .none': { color: 'fg.muted', paddingBlock: '4', textAlign: 'center' },
  // The button lies over its whole row, the total included.
  '& button': {
    height: 'full',
    _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'sm' },
    _hover: { _after: { bg: 'fg', opacity: 0.06 } },
  },
  '& i': {
    position: 'absolute',
    insetBlock: '1px',
    insetInline: '0',
    borderRadius: 'sm',
    bg: 'buy.subtle',
    transformOrigin: '100% 50%',
    _rtl: { transformOrigin: '0 50%' },
    // With forced colours the bar is a line below the figures, which are never over a colour of ours.
    [FORCED_COLOURS]: { insetBlock: 'auto 0', zIndex: '1', height: '3px', bg: 'Highlight' },
  },
  '& .SELL i': { bg: { base: 'sell.subtle', [FORCED_COLOURS]: 'Highlight' } },
  // The mark of a row that contains an order of the user.
  '& b': {
    position: 'absolute',
    insetBlock: '0.25rem',
    insetInlineStart: '0',
    width: '3px',
    borderRadius: 'sm',
    bg: { base: 'gold.solid', [FORCED_COLOURS]: 'Highlight' },
  },
  [NARROW_BOOK]: { '& .total': { display: 'none' }, '& .row, & .pair, & button': { columnGap: '0.25rem' } },
} as const

export interface Decimals {
  readonly priceDecimals: number
  readonly amountDecimals: number
  /** Decimals of the total, which is only a guide here. */
  readonly totalDecimals: number
}

export type ColumnNames = Record<'price' | 'amount' | 'total', string>

/** Digits of an amount next to a phone's form. */
const SHORT_DIGITS = 6

/** The decimals of both columns, so that their points are aligned. */
export function decimalsOf(levels: readonly ShownLevel[], short: boolean) {
  const amounts = levels.map(({ volume }) => volume)
  const whole = Math.max(1, ...amounts.map(wholeDigits))
  const all = finest(amounts)
  return {
    priceDecimals: finest(levels.map(({ unitPrice }) => unitPrice)),
    amountDecimals: short ? Math.min(all, Math.max(0, SHORT_DIGITS - whole)) : all,
  }
}

/** A small amount keeps its first digit: a level is never shown as zero. */
export const shownDecimals = (volume: string, decimals: number) =>
  Math.max(decimals, /^0?\.0*[1-9]/.exec(volume)?.[0].replace(/^0/, '').slice(1).length ?? 0)

/** A name is written in smaller letters than the figures, and a price in stronger ones. */
const NAME_CHARACTER = 0.7
const PRICE_CHARACTER = 1.1

/** The parts of a row that its columns get: the number of characters of the longest text in each. */
export function widthsOf(
  levels: readonly ShownLevel[],
  { names, decimals }: { names: ColumnNames; decimals: Decimals },
) {
  const { priceDecimals, amountDecimals } = decimals
  const longest = (name: string, figures: readonly number[]) => Math.max(name.length * NAME_CHARACTER, ...figures)
  const prices = levels.map(({ unitPrice }) => charactersOf(unitPrice, priceDecimals) * PRICE_CHARACTER)
  const amounts = levels.map(({ volume }) => charactersOf(volume, shownDecimals(volume, amountDecimals)))
  return {
    '--price': longest(names.price, prices),
    '--amount': longest(names.amount, amounts),
    '--total': longest(names.total, [TOTAL_CHARACTERS]),
  }
}

/** «۱٬۲۳۴٫۵ م» */
const TOTAL_CHARACTERS = 8

/** Whole digits with a mark between each three, the point and the decimals. */
function charactersOf(text: string, decimals: number): number {
  const whole = Math.max(1, wholeDigits(text))
  return whole + Math.floor((whole - 1) / 3) + (decimals === 0 ? 0 : decimals + 1)
}
