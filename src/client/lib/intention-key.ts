import { timeKey } from '#domain/time-key.ts'
import { isRefusal } from './call-api.ts'

/** A key with the time of a wrong clock was refused: from then on keys carry none. */
let isClockAhead = false

/** The key of one intention. It carries its time, so that the server can tell that it is new without a look into its database. */
export const newIntentionKey = (): string =>
  isClockAhead ? crypto.randomUUID() : timeKey(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** To be called with what a sent key came to. */
export function noteRefusedKey(error: unknown): void {
  isClockAhead ||= isRefusal(error, 'IDEMPOTENCY_KEY_FROM_FUTURE')
}
