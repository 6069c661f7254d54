import { Worker } from 'node:worker_threads'
import { type Rejected, rejected } from '#contract/rejected.ts'

/** Decodes a picture and encodes it again; `undefined` if the bytes are not a picture. */
export type EncodeAnew = (bytes: Uint8Array) => Promise<Uint8Array | undefined>

/** Decodes pictures one after the other, in turns: all pictures of one submission are one turn. */
export interface PictureDecoder {
  /**
   * Runs a user's turn, which decodes one picture after the other. Refuses TOO_MANY_REQUESTS if a turn of the same user waits or runs,
   * UNAVAILABLE if too many wait, each with the time to wait before another try.
   */
  inTurn<Result>(userId: number, turn: (encodeAnew: EncodeAnew) => Promise<Result>): Promise<Result | Rejected>
}

/** With three pictures of 16 megapixels in each turn, the last waits half a minute. */
const TURNS_MAX = 10
const RETRY_AFTER_SECONDS = 10

/** @param encodeAnew absent: each in a separate thread, so that neither the calls of others nor their passwords wait for it */
export function createPictureDecoder({
  encodeAnew = encodeInThread,
  turnsMax = TURNS_MAX,
}: {
  encodeAnew?: EncodeAnew
  turnsMax?: number
} = {}): PictureDecoder {
  const users = new Set<number>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn(userId, turn) {
      const later = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      if (users.has(userId)) return Promise.resolve(rejected('TOO_MANY_REQUESTS', later))
      if (users.size >= turnsMax) return Promise.resolve(rejected('UNAVAILABLE', later))
      users.add(userId)
      const result = last.then(() => turn(encodeAnew)).finally(() => users.delete(userId))
      last = result.catch(() => undefined)
      return result
    },
  }
}

/**
 * Encodes a picture in a thread that ends with it. Decoded data is outside the heap, where no garbage collection counts it:
 * thirty pictures took 1.5 GB in one thread, and 0.2 GB with a thread each. If the thread fails, the bytes count as no picture.
 */
function encodeInThread(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const thread = new Worker(new URL('./picture-thread.ts', import.meta.url), { workerData: bytes, execArgv: [] })
  return new Promise((resolve) => {
    let picture: Uint8Array | undefined
    thread.on('message', (answer: object) => {
      // Under `node --watch`, Node itself reports the thread's imports on this channel.
      if ('picture' in answer && answer.picture instanceof Uint8Array) picture = answer.picture
    })
    thread.on('error', () => undefined)
    thread.on('exit', () => resolve(picture))
  })
}
