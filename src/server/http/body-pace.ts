import type { IncomingMessage } from 'node:http'
import type { UploadTurn } from './upload-gate.ts'

export interface BodyPace {
  /** A body without a byte for this long is given up. */
  readonly idleMs: number
  /** The least average speed, once this much time has passed. */
  readonly bytesPerSecondMin: number
  /** The same while others wait for the place: slow senders give way. */
  readonly awaited: { readonly afterMs: number; readonly bytesPerSecondMin: number }
  /** The limit for the whole body, however fast it arrives. */
  readonly wholeMs: number
  readonly looksEveryMs: number
}

/** A photo of 300 kB takes 40 seconds at 64 kbit/s, the slowest line in use; a mobile line sends 32 kB/s. */
export const BODY_PACE: BodyPace = {
  idleMs: 10_000,
  bytesPerSecondMin: 7_000,
  awaited: { afterMs: 5_000, bytesPerSecondMin: 32_000 },
  wholeMs: 120_000,
  looksEveryMs: 1_000,
}

/** Cuts off a sender that holds a place without sending. @returns a function that ends the watch once the body is read */
export function watchPace({ socket }: IncomingMessage, pace: BodyPace, turn?: UploadTurn) {
  const { idleMs, bytesPerSecondMin, awaited, wholeMs, looksEveryMs } = pace
  const begun = { at: performance.now(), bytes: socket.bytesRead }
  let newest = begun
  const timer = setInterval(() => {
    const at = performance.now()
    const bytes = socket.bytesRead
    if (bytes > newest.bytes) newest = { at, bytes }
    const elapsedMs = at - begun.at
    const isBelow = (perSecond: number) => (bytes - begun.bytes) * 1_000 < perSecond * elapsedMs
    const isSlow = elapsedMs >= idleMs && isBelow(bytesPerSecondMin)
    const holdsUp = elapsedMs >= awaited.afterMs && isBelow(awaited.bytesPerSecondMin) && turn?.isAwaited() === true
    if (isSlow || holdsUp) turn?.comeLast()
    if (isSlow || holdsUp || elapsedMs >= wholeMs || at - newest.at >= idleMs) socket.destroy()
  }, looksEveryMs)
  return () => clearInterval(timer)
}
