import { timeKey } from '#domain/time-key.ts'
import { isRefusal } from './call-api.ts'

/** Set after the server refused a key whose time is in the future, since this clock is wrong: later keys carry no time. */
let isClockAhead = false

/** The idempotency key of one intention. It carries its time, so that the server can recognize it as new without a database lookup. */
export const newIntentionKey = (): string =>
  isClockAhead ? crypto.randomUUID() : timeKey(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** Must be called with the error of each sent key. */
export function noteRefusedKey(error: unknown): void {
  isClockAhead ||= isRefusal(error, 'IDEMPOTENCY_KEY_FROM_FUTURE')
}
