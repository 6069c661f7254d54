/** The largest number of decimals in these texts, so that a column can align its points. */
export const finest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
