import { createHash } from 'node:crypto'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { SentBefore } from '../../store/accounts/tickets.ts'

/** The same content without a key counts as the same message for this time: two presses, or a repeated call. */
const SAME_CONTENT_MS = 30_000

export const sameContentSince = (at: Date) => new Date(at.getTime() - SAME_CONTENT_MS)

/** SHA-256 of everything that was sent. */
export function contentHashOf(parts: readonly (string | undefined)[], file?: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? null)))
  if (file) hash.update('\n').update(file)
  return hash.digest()
}

/** The id of the earlier message, which is the answer again; refuses IDEMPOTENCY_KEY_REUSED if its key belonged to another one. */
export const answeredBefore = ({ id, isSame }: SentBefore): number | Rejected =>
  isSame ? id : rejected('IDEMPOTENCY_KEY_REUSED', { field: 'clientKey' })
