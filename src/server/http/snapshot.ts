import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { LruMap } from 'toad-cache'

const compress = { zstd: promisify(zstdCompress), br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * The compressions, best first, with the effort that suits an answer that may change many times a second: of a thousand markets, 505 kB,
 * zstd makes 123 kB in 1 ms, brotli 125 kB in 11, gzip 128 kB in 17. More effort costs several times that for a few percent.
 */
const COMPRESSIONS = {
  zstd: (bytes: Buffer) => compress.zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes: Buffer) => compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => compress.gzip(bytes),
} as const satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>

export type Encoding = keyof typeof COMPRESSIONS

export const ENCODINGS: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** An answer for many clients: serialised once per change, compressed once per encoding, identified by its ETag. */
export class Snapshot {
  /** The answer as text: JSON, or a page's HTML. */
  readonly text: string
  /** Weak: the compressed and the plain answer have the same content in different bytes. */
  readonly etag: string
  #bytes: Buffer | undefined
  readonly #compressed: { [Name in Encoding]?: Buffer | Promise<Buffer> } = {}

  /** @param reply an object, which becomes JSON, or finished text */
  constructor(reply: object | string) {
    this.text = jsonOf(reply)
    this.etag = `W/"${createHash('sha256').update(this.text).digest('base64url').slice(0, 22)}"`
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  /** Synchronous if it was compressed before, else after another thread has done it. */
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
 * Keeps the newest snapshot of one answer. It is rebuilt only when its key has changed, and replaced only if the text has changed too, so
 * that its compressed forms stay.
 */
export function keepSnapshot(): (key: string, build: () => object | string) => Snapshot {
  let kept: { readonly key: string; readonly snapshot: Snapshot } | undefined
  return (key, build) => {
    if (kept?.key === key) return kept.snapshot
    const json = jsonOf(build())
    const snapshot = kept?.snapshot.text === json ? kept.snapshot : new Snapshot(json)
    kept = { key, snapshot }
    return snapshot
  }
}

/** Below this size compression saves no packet, and the text leaves in one piece with its headers. */
const COMPRESSED_BYTES_MIN = 1_400

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a kept answer, or 304 if the client has it already. */
export function sendSnapshot(
  snapshot: Snapshot,
  { request, reply, type = JSON_TYPE }: { request: FastifyRequest; reply: FastifyReply; type?: string },
): void | Promise<void> {
  // Texts are in the language of the header if the query names none.
  reply.header('etag', snapshot.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding, language')
  if (isKnown(request.headers['if-none-match'], snapshot.etag)) {
    reply.status(304).send()
    return
  }
  reply.header('content-type', type)
  if (snapshot.text.length < COMPRESSED_BYTES_MIN) {
    reply.send(snapshot.text)
    return
  }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) {
    reply.send(snapshot.bytes)
    return
  }
  reply.header('content-encoding', encoding)
  const bytes = snapshot.compressed(encoding)
  if (bytes instanceof Promise) return bytes.then((compressed) => void reply.send(compressed))
  reply.send(bytes)
}

/** Whether an If-None-Match names this tag: a list of tags, weak or strong alike, or any at all. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque)
}

/** Keyed by the header: browsers send few different ones, and parsing one takes 5 % of a poll. */
const encodings = new LruMap<{ readonly best: Encoding | undefined }>(100)

/** Our best encoding that the client accepts; `accepts` would choose the header's first, which is gzip in every browser. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  let known = encodings.get(header)
  if (!known) {
    const taken = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(ENCODINGS)
    known = { best: ENCODINGS.find((encoding) => taken.includes(encoding)) }
    encodings.set(header, known)
  }
  return known.best
}
