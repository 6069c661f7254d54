import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Snapshot } from './snapshot.ts'

/** Below this a compressed answer saves no packet, and text leaves in one piece with its headers. */
const GZIP_BYTES_MIN = 1_400

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
  if (snapshot.json.length < GZIP_BYTES_MIN) reply.send(snapshot.json)
  else if (!acceptsGzip(request.headers['accept-encoding'])) reply.send(snapshot.bytes)
  else {
    reply.header('content-encoding', 'gzip')
    const gzipped = snapshot.gzipped()
    if (gzipped instanceof Promise) return gzipped.then((bytes) => void reply.send(bytes))
    reply.send(gzipped)
  }
}

/** Whether an If-None-Match names this tag: a list of tags, weak or strong alike, or any at all. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque)
}

/** Whether an Accept-Encoding takes gzip, by its name or as any; a weight of zero refuses it. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  let takesAny = false
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const takes = !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (name === 'gzip' || name === 'x-gzip') return takes
    if (name === '*') takesAny = takes
  }
  return takesAny
}
