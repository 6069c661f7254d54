import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** An answer that many will ask for: serialised once per change, compressed once, told apart by its ETag. */
export class Snapshot {
  readonly json: string
  readonly etag: string
  #gzipped: Promise<Buffer> | undefined

  constructor(reply: object) {
    this.json = JSON.stringify(reply)
    this.etag = `"${createHash('sha256').update(this.json).digest('base64url').slice(0, 22)}"`
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= compress(this.json)
    return this.#gzipped
  }
}
