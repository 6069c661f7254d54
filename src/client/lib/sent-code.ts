/**
 * The time at which a sent code expires, in milliseconds since 1970 by this device's clock; `none` for an authenticator, which generates codes itself.
 */
export type CodeDeadline = number | 'none'

/** The deadline of a code whose lifetime the server has announced just now. */
export function deadlineIn(seconds: number): number
export function deadlineIn(seconds: number | null): CodeDeadline
export function deadlineIn(seconds: number | null): CodeDeadline {
  return seconds === null ? 'none' : Date.now() + seconds * 1_000
}
