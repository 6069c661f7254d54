import type { IncomingMessage } from 'node:http'

export interface BodyPace {
  /** Without a byte for so long, a body is over. */
  readonly idleMs: number
  /** On average since it is read, once so long has passed. */
  readonly bytesPerSecondMin: number
  readonly looksEveryMs: number
}

/** A photo of 300 kB at 64 kbit/s, the slowest line that anybody sends one by, takes half a minute. */
export const BODY_PACE: BodyPace = { idleMs: 10_000, bytesPerSecondMin: 8_000, looksEveryMs: 1_000 }

/** Cuts off a sender that holds a place without sending. @returns what ends the watch, once the body is read */
export function watchPace({ socket }: IncomingMessage, { idleMs, bytesPerSecondMin, looksEveryMs }: BodyPace) {
  const begun = { at: performance.now(), bytes: socket.bytesRead }
  let newest = begun
  const timer = setInterval(() => {
    const at = performance.now()
    const bytes = socket.bytesRead
    if (bytes > newest.bytes) newest = { at, bytes }
    const elapsedMs = at - begun.at
    const isSlow = elapsedMs >= idleMs && (bytes - begun.bytes) * 1_000 < bytesPerSecondMin * elapsedMs
    if (isSlow || at - newest.at >= idleMs) socket.destroy()
  }, looksEveryMs)
  return () => clearInterval(timer)
}
