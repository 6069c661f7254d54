import type { PersonOutcome } from './identity.ts'

/** From here on the names are the same: spelling differs between an identity card and a keyboard. */
const SAME_PERCENT_MIN = 80
/** Below this they are another person's. */
const DOUBTFUL_PERCENT_MIN = 50

/** @param similarityPercent of the name that differs more */
export function nameOutcome(similarityPercent: number): PersonOutcome {
  if (similarityPercent >= SAME_PERCENT_MIN) return { kind: 'matched' }
  if (similarityPercent >= DOUBTFUL_PERCENT_MIN) return { kind: 'doubtful', similarityPercent }
  return { kind: 'refused', codes: ['NAME_IS_INCORRECT'] }
}
