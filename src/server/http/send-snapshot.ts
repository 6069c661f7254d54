import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { Snapshot } from './snapshot.ts'

/** Below this a compressed answer saves no packet, and text leaves in one piece with its headers. */
const COMPRESSED_BYTES_MIN = 1_400

/** Sends what is kept in memory, or says that the asker has it already. */
export function sendSnapshot(
  snapshot: Snapshot,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void | Promise<void> {
  // Texts come in the language of the header where the query names none.
  reply.header('etag', snapshot.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding, language')
  if (isKnown(request.headers['if-none-match'], snapshot.etag)) {
    reply.status(304).send()
    return
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  if (snapshot.json.length < COMPRESSED_BYTES_MIN) {
    reply.send(snapshot.json)
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
