/** Aligns digits at their end in both directions, since a number runs from left to right in Persian too. */
export const figureColumn = { textAlign: 'end', _rtl: { textAlign: 'start' } } as const
