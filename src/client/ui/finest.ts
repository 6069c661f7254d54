/** The most decimals that any of these decimal texts has: what lets their points stand under each other. */
export const finest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
