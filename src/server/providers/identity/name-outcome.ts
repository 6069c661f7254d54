import type { PersonOutcome } from './identity.ts'

/** From this similarity on the names count as the same: spelling differs between an identity card and a keyboard. */
const SAME_PERCENT_MIN = 80
/** Below this similarity they are another person's. */
const DOUBTFUL_PERCENT_MIN = 50

/** @param names the similarity of each, in whole percent */
export function nameOutcome(names: { readonly first: number; readonly last: number }): PersonOutcome {
  const similarityPercent = Math.min(names.first, names.last)
  if (similarityPercent >= SAME_PERCENT_MIN) return { kind: 'matched' }
  if (similarityPercent >= DOUBTFUL_PERCENT_MIN) return { kind: 'doubtful', similarityPercent, names }
  return { kind: 'refused', codes: ['NAME_IS_INCORRECT'] }
}
