import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** An answer that many will ask for: serialised once per change, compressed once, told apart by its ETag. */
export class Snapshot {
  readonly json: string
  /** Weak: the compressed and the plain answer say the same in other bytes. */
  readonly etag: string
  #bytes: Buffer | undefined
  #gzipped: Buffer | Promise<Buffer> | undefined

  /** @param reply an object, or JSON that is text already */
  constructor(reply: object | string) {
    this.json = jsonOf(reply)
    this.etag = `W/"${createHash('sha256').update(this.json).digest('base64url').slice(0, 22)}"`
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json)
    return this.#bytes
  }

  /** At once, when somebody has asked before. */
  gzipped(): Buffer | Promise<Buffer> {
    this.#gzipped ??= this.#gzip()
    return this.#gzipped
  }

  async #gzip(): Promise<Buffer> {
    this.#gzipped = await compress(this.bytes)
    return this.#gzipped
  }
}

const jsonOf = (reply: object | string) => (typeof reply === 'string' ? reply : JSON.stringify(reply))

/**
 * Keeps the newest snapshot of one answer: built again only when its key has changed, and replaced only where the words
 * have changed too, so that what was compressed stays.
 */
export function keepSnapshot(): (key: string, build: () => object | string) => Snapshot {
  let kept: { readonly key: string; readonly snapshot: Snapshot } | undefined
  return (key, build) => {
    if (kept?.key === key) return kept.snapshot
    const json = jsonOf(build())
    const snapshot = kept?.snapshot.json === json ? kept.snapshot : new Snapshot(json)
    kept = { key, snapshot }
    return snapshot
  }
}
