/** How long a proof of the second step stands for what asks for a fresh one. */
const FRESH_MS = 10 * 60_000

export const isFresh = (provenAt: Date, now: Date): boolean => now.getTime() - provenAt.getTime() <= FRESH_MS
