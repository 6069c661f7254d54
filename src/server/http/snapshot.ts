import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

const compress = { zstd: promisify(zstdCompress), br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * How an answer is compressed, best first, and with the effort that suits what may change many times a second: of a thousand markets,
 * 505 kB, zstd makes 123 kB in 1 ms, brotli 125 kB in 11, gzip 128 kB in 17; more effort costs several times that for a few percent.
 */
const COMPRESSIONS = {
  zstd: (bytes: Buffer) => compress.zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes: Buffer) => compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => compress.gzip(bytes),
} as const satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>

export type Encoding = keyof typeof COMPRESSIONS

export const ENCODINGS: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** An answer that many will ask for: serialised once per change, compressed once for each way to, told apart by its ETag. */
export class Snapshot {
  readonly json: string
  /** Weak: the compressed and the plain answer say the same in other bytes. */
  readonly etag: string
  #bytes: Buffer | undefined
  readonly #compressed: { [Name in Encoding]?: Buffer | Promise<Buffer> } = {}

  /** @param reply an object, or JSON that is text already */
  constructor(reply: object | string) {
    this.json = jsonOf(reply)
    this.etag = `W/"${createHash('sha256').update(this.json).digest('base64url').slice(0, 22)}"`
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json)
    return this.#bytes
  }

  /** At once when it has been asked for before, else when another thread has done it. */
  compressed(encoding: Encoding): Buffer | Promise<Buffer> {
    this.#compressed[encoding] ??= this.#compress(encoding)
    return this.#compressed[encoding]
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const bytes = await COMPRESSIONS[encoding](this.bytes)
    this.#compressed[encoding] = bytes
    return bytes
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
