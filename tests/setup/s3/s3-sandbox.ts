import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from '../loopback-server.ts'
import { refusalOfSignature } from './verify-signature.ts'

interface Stored {
  readonly bytes: Buffer
  /** Headers that the store keeps with the object. */
  readonly meta: Readonly<Record<string, string>>
  readonly etag: string
  readonly at: Date
}

export interface S3Call {
  readonly method: string
  /** Empty for a call about the bucket. */
  readonly key: string
}

/** A fault in place of an answer: most of them a status with the store's code, the others as their words say. */
export type S3Fault =
  | { readonly status: number; readonly code: string }
  | 'cut before it'
  | 'lose the answer'
  | 'never answer'
  | 'cut the body'
  | 'shorten the body'
  | 'change a byte'
  | undefined

export interface S3Sandbox {
  readonly url: string
  readonly bucket: string
  /** The settings of a client with the right key. */
  readonly settings: { url: string; bucket: string; region: string; keyId: string; secret: string }
  readonly objects: Map<string, Stored>
  /** Every call that arrived, in order. */
  readonly calls: S3Call[]
  /** Decides on each call. */
  faultOf: (call: S3Call) => S3Fault
  /** Whether it keeps to the conditions of writes; some stores do not know them. */
  knowsConditions: boolean
  /** Sets the time of an object. */
  age(key: string, at: Date): void
  close(): Promise<void>
}

const KEY = { keyId: 'sandbox-key', secret: 'sandbox-secret', region: 'tehran-1' }
const BUCKET = 'kimia-files'

/**
 * The store's side of S3's protocol, from its specification: objects in memory, with signatures verified, pages of lists, conditional
 * writes, ranges and copies. Nothing else is served.
 * @param pageMax objects in one page of a list
 */
export async function startS3Sandbox({ pageMax = 1_000 }: { pageMax?: number } = {}): Promise<S3Sandbox> {
  const objects: S3Sandbox['objects'] = new Map()
  const calls: S3Call[] = []
  const server = await listenOnLoopback(async (request, response) => {
    // A client that has given up ends its connection.
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const { method = '', url = '/' } = request
    const [, bucket, ...parts] = new URL(url, 'http://store').pathname.split('/')
    const call = { method, key: parts.map(decodeURIComponent).join('/') }
    calls.push(call)
    const fault = sandbox.faultOf(call)
    if (fault === 'never answer') return
    if (fault === 'cut before it') return void response.destroy()
    const failed = typeof fault === 'object' ? refusal(fault.status, fault.code) : undefined
    if (failed && failed.status >= 300 && failed.status < 400) response.setHeader('location', `/${BUCKET}/elsewhere`)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const refused = refusalOfSignature({ method, target: url, headers, body }, KEY, Date.now())
    const isStranger = bucket !== BUCKET
    const answer =
      failed ??
      (refused ? refusal(403, refused) : undefined) ??
      (isStranger ? refusal(404, 'NoSuchBucket') : serve({ request, call, body }))
    if (fault === 'lose the answer') return void response.destroy()
    send(response, answer, fault)
  })

  function serve({ request, call, body }: { request: IncomingMessage; call: S3Call; body: Buffer }): Answer {
    const { method, key } = call
    const query = new URL(request.url ?? '/', 'http://store').searchParams
    if (key === '' && method === 'GET' && query.get('list-type') === '2') return listed(objects, query, pageMax)
    if (method === 'GET') return read(objects.get(key), request.headers.range)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (method !== 'PUT') return refusal(405, 'MethodNotAllowed')
    const source = request.headers['x-amz-copy-source']
    if (source !== undefined) return copied(objects, { from: decodeURIComponent(String(source)), to: key })
    const unmet = sandbox.knowsConditions ? unmetCondition(objects.get(key), request) : undefined
    if (unmet) return unmet
    const meta = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    const stored = {
      bytes: body,
      meta: Object.fromEntries(meta.map(([name, value]) => [name, String(value)])),
      // It differs for the same bytes, as S3 allows.
      etag: `"${createHash('md5').update(body).update(String(calls.length)).digest('hex')}"`,
      at: new Date(),
    }
    objects.set(key, stored)
    return { status: 200, headers: { etag: stored.etag } }
  }

  const sandbox: S3Sandbox = {
    url: server.url,
    bucket: BUCKET,
    settings: { url: server.url, bucket: BUCKET, ...KEY },
    objects,
    calls,
    faultOf: () => undefined,
    knowsConditions: true,
    age(key, at) {
      const stored = objects.get(key)
      if (!stored) throw new Error(`the store has no ${key}`)
      objects.set(key, { ...stored, at })
    },
    close: server.close,
  }
  return sandbox
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
})

const refusal = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>refused</Message><RequestId>1</RequestId></Error>`)

/** Sends a whole answer, or one with a fault in its body. */
function send(response: ServerResponse, { status, headers, body = Buffer.alloc(0) }: Answer, fault: S3Fault): void {
  const length = fault === 'shorten the body' ? Math.floor(body.length / 2) : body.length
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': length }) })
  if (fault === 'cut the body') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
    return
  }
  const sent = Buffer.from(body.subarray(0, length))
  if (fault === 'change a byte') sent[0] = (sent[0] ?? 0) ^ 1
  response.end(sent)
}

function read(stored: Stored | undefined, range: string | undefined): Answer {
  if (!stored) return refusal(404, 'NoSuchKey')
  const { bytes, etag, meta, at } = stored
  const headers = { ...meta, etag, 'last-modified': at.toUTCString() }
  const last = /^bytes=0-(\d+)$/.exec(range ?? '')?.[1]
  if (last === undefined) return { status: 200, headers, body: bytes }
  if (bytes.length === 0) return refusal(416, 'InvalidRange')
  const body = bytes.subarray(0, Number(last) + 1)
  return { status: 206, headers: { ...headers, 'content-range': `bytes 0-${body.length - 1}/${bytes.length}` }, body }
}

function unmetCondition(stored: Stored | undefined, { headers }: IncomingMessage): Answer | undefined {
  if (headers['if-none-match'] === '*' && stored) return refusal(412, 'PreconditionFailed')
  const wanted = headers['if-match']
  if (wanted === undefined) return undefined
  if (!stored) return refusal(404, 'NoSuchKey')
  return wanted === stored.etag ? undefined : refusal(412, 'PreconditionFailed')
}

function copied(objects: S3Sandbox['objects'], { from, to }: { from: string; to: string }): Answer {
  // The slash at its begin may be left out.
  const [bucket, ...parts] = from.replace(/^\//, '').split('/')
  const source = objects.get(parts.join('/'))
  if (bucket !== BUCKET || !source) return refusal(404, 'NoSuchKey')
  objects.set(to, { ...source, at: new Date() })
  return xml(200, `<CopyObjectResult><ETag>${source.etag}</ETag></CopyObjectResult>`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A token of S3 is any text: this one has letters that XML escapes. */
const TOKEN_BEGIN = 'after&"<'

function listed(objects: S3Sandbox['objects'], query: URLSearchParams, pageMax: number): Answer {
  const token = query.get('continuation-token')
  const after = token === null ? '' : token.slice(TOKEN_BEGIN.length)
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = keys.slice(0, pageMax)
  const contents = page.map((key) => {
    const { bytes, etag, at } = objects.get(key) as Stored
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size></Contents>`
  })
  const isTruncated = keys.length > page.length
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(`${TOKEN_BEGIN}${page.at(-1)}`)}</NextContinuationToken>`
    : ''
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}
