/** Aligns digits at their end in both directions, since a number runs from left to right in Persian too. */
export const figureColumn = { textAlign: 'end', _rtl: { textAlign: 'start' } } as const

/**
 * Digits with their natural widths. Vazirmatn's tabular Persian digits are all as wide as its «۳» (0.69 em), so that a price looks spaced out; set
 * naturally it takes a third less. Browsers ignore `letter-spacing` for Persian digits, which they count as cursive. Latin digits are the same width
 * in both. Where these digits change, their column has a width of its own.
 */
export const tableFigures = { '& bdi, & time': { fontVariantNumeric: 'normal' } } as const
