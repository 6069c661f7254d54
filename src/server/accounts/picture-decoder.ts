import { Worker } from 'node:worker_threads'
import { type Rejected, rejected } from '#contract/rejected.ts'

/** Decodes a picture and encodes it anew; `undefined` where the bytes are none. */
export type EncodeAnew = (bytes: Uint8Array) => Promise<Uint8Array | undefined>

/** Decodes pictures one after the other, in turns: all pictures of one submission are one turn. */
export interface PictureDecoder {
  /**
   * Runs a turn of a user, which decodes one picture after the other. Refuses TOO_MANY_REQUESTS where a turn of the same user waits or runs,
   * UNAVAILABLE where too many wait, each with the time after which another try makes sense.
   */
  inTurn<Result>(userId: number, turn: (encodeAnew: EncodeAnew) => Promise<Result>): Promise<Result | Rejected>
  close(): Promise<void>
}

/** With three pictures of 16 megapixels each, the last of them waits half a minute. */
const TURNS_MAX = 10
const RETRY_AFTER_SECONDS = 10

/** @param encodeAnew absent: in a thread of its own, so that neither the calls of others nor their passwords wait for it */
export function createPictureDecoder({
  encodeAnew,
  turnsMax = TURNS_MAX,
}: {
  encodeAnew?: EncodeAnew
  turnsMax?: number
} = {}): PictureDecoder {
  const thread = encodeAnew ? undefined : new PictureThread()
  const encode = encodeAnew ?? ((bytes: Uint8Array) => (thread ? thread.encodeAnew(bytes) : Promise.resolve(undefined)))
  const users = new Set<number>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn(userId, turn) {
      const later = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      if (users.has(userId)) return Promise.resolve(rejected('TOO_MANY_REQUESTS', later))
      if (users.size >= turnsMax) return Promise.resolve(rejected('UNAVAILABLE', later))
      users.add(userId)
      const result = last.then(() => turn(encode)).finally(() => users.delete(userId))
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await thread?.close()
    },
  }
}

/** The thread, begun with the first picture, and anew where it has died. One question at a time. */
class PictureThread {
  #worker: Worker | undefined

  encodeAnew(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    this.#worker ??= this.#begin()
    const worker = this.#worker
    return new Promise((resolve) => {
      const finish = (picture: Uint8Array | undefined) => {
        worker.off('message', onMessage).off('exit', onExit)
        // An idle thread keeps no process alive.
        worker.unref()
        resolve(picture)
      }
      const onExit = () => finish(undefined)
      const onMessage = (answer: object) => {
        // Under `node --watch`, Node itself reports on this channel what the thread imports.
        if ('picture' in answer) finish(answer.picture instanceof Uint8Array ? answer.picture : undefined)
      }
      worker.on('message', onMessage).on('exit', onExit)
      worker.ref()
      worker.postMessage(bytes)
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./picture-thread.ts', import.meta.url), { execArgv: [] })
    // What made the thread fail is the picture of the moment, which is then none; the next one gets a new thread.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}
