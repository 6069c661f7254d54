import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
// The smallest kept library that signs for `fetch`: no dependencies, against some forty packages of the vendor's own client.
import { AwsV4Signer } from 'aws4fetch'
import { faultOf, type VendorFault } from '../call-vendor.ts'
import { type ListedObject, type ObjectStore, ObjectStoreUnavailable, type WriteCondition } from './object-store.ts'

export interface S3Settings {
  /** The store's address; the bucket follows it as the first part of each path. */
  readonly url: string
  readonly bucket: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
  /** For one attempt, including the reading of its answer. */
  readonly timeoutMs: number
  /** For one call with all its attempts. */
  readonly deadlineMs: number
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Empty for a call about the bucket. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Whether an answer of success is complete; absent: it always is. */
  readonly isWhole?: (reply: Reply) => boolean
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

interface Failure {
  readonly fault: VendorFault
  readonly reason?: string | undefined
}

const ATTEMPTS_MAX = 4
const FIRST_PAUSE_MS = 100
/** The hash of what was sent, which the store keeps with the object and copies with it. */
const HASH_HEADER = 'x-amz-meta-sha256'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const EMPTY = new Uint8Array()

/**
 * Objects in a bucket of any store that speaks S3's protocol. Each call is repeated until it is answered, within its deadline: a write has a
 * condition, and a second copy, removal or reading changes nothing.
 * @param onAnswer is called after each call, with the fault that took the place of an answer
 */
export function createS3(settings: S3Settings, onAnswer: (fault?: ObjectStoreUnavailable) => void): ObjectStore {
  const call = async (wanted: Call) => {
    const outcome = await callUntilAnswered(wanted, settings)
    const failed = 'fault' in outcome ? new ObjectStoreUnavailable(outcome.fault, outcome.reason) : undefined
    onAnswer(failed)
    if ('fault' in outcome) throw failed
    return outcome
  }
  const get: ObjectStore['get'] = async (key, bytesMax) => {
    const part = bytesMax === undefined ? {} : { headers: { range: `bytes=0-${bytesMax - 1}` } }
    const reply = await call({ method: 'GET', key, ...part, isWhole: bytesMax === undefined ? isAsSent : () => true })
    if (reply.status === 404) return undefined
    const bytes = reply.status === 416 ? Buffer.alloc(0) : reply.body.subarray(0, bytesMax)
    return { bytes, tag: reply.headers.get('etag') ?? '' }
  }
  return {
    get,
    async put(key, bytes, condition) {
      const headers = { ...headerOf(condition), [HASH_HEADER]: sha256(bytes) }
      const reply = await call({ method: 'PUT', key, headers, body: bytes })
      if (isSuccess(reply)) return true
      // An attempt whose answer was lost may have written it.
      return reply.isRepeated && (await get(key))?.bytes.equals(bytes) === true
    },
    async copy({ from, to }) {
      const headers = { 'x-amz-copy-source': pathOf(settings, from) }
      // A copy that fails after it began is an error with the status of success.
      const isWhole = ({ body }: Reply) => body.includes('<CopyObjectResult')
      return isSuccess(await call({ method: 'PUT', key: to, headers, isWhole }))
    },
    async remove(key) {
      await call({ method: 'DELETE', key })
    },
    async list(prefix) {
      const found: ListedObject[] = []
      let next: string | undefined
      do {
        const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) }
        const reply = await call({ method: 'GET', key: '', query, isWhole: ({ body }) => readPage(body) !== undefined })
        const page = readPage(reply.body)
        found.push(...(page?.objects ?? []))
        next = page?.next
      } while (next !== undefined)
      return found
    },
  }
}

const headerOf = (condition: WriteCondition): Record<string, string> =>
  condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.tag }

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

/** An object that another program put there has no hash. */
function isAsSent({ headers, body }: Reply): boolean {
  const sent = headers.get(HASH_HEADER)
  return sent === null || sent === sha256(body)
}

const pathOf = ({ bucket }: S3Settings, key: string) =>
  `/${[bucket, ...(key === '' ? [] : key.split('/'))].map(encodeURIComponent).join('/')}`

async function callUntilAnswered(
  call: Call,
  settings: S3Settings,
): Promise<(Reply & { readonly isRepeated: boolean }) | Failure> {
  const endsAt = performance.now() + settings.deadlineMs
  for (let attempts = 1; ; attempts += 1) {
    const timeoutMs = Math.max(1, Math.ceil(Math.min(settings.timeoutMs, endsAt - performance.now())))
    const outcome = await attempt(call, { ...settings, timeoutMs })
    if (!('fault' in outcome)) return { ...outcome, isRepeated: attempts > 1 }
    // Processes that a store has slowed down do not come back all at once.
    const pauseMs = FIRST_PAUSE_MS * 2 ** (attempts - 1) * (0.5 + Math.random())
    const isLast = attempts === ATTEMPTS_MAX || performance.now() + pauseMs >= endsAt
    if (isLast || outcome.fault === 'ACCOUNT_REFUSED') return outcome
    await sleep(pauseMs)
  }
}

async function attempt(call: Call, settings: S3Settings): Promise<Reply | Failure> {
  try {
    const { url, headers } = await sign(call, settings)
    // A changed encoding would change the length. It is not signed, since proxies rewrite it.
    headers.set('accept-encoding', 'identity')
    const response = await fetch(url, {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    // It throws if the connection ends before the length that the answer names.
    const body = Buffer.from(await response.arrayBuffer())
    const reply = { status: response.status, headers: response.headers, body }
    return failureOf(reply, call) ?? reply
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function sign({ method, key, query, headers, body }: Call, settings: S3Settings) {
  const url = new URL(`${settings.url}${pathOf(settings, key)}`)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  return new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? EMPTY) },
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    region: settings.region,
    service: 's3',
  }).sign()
}

/** Answers about the object: it is not there, its condition does not hold, it has no bytes in the range. */
const ABOUT_OBJECT: Readonly<Record<number, readonly string[]>> = {
  404: ['NoSuchKey'],
  412: ['PreconditionFailed'],
  416: ['InvalidRange'],
}

function failureOf(reply: Reply, { key, isWhole }: Call): Failure | undefined {
  const { status, body } = reply
  if (isSuccess(reply)) return isWhole?.(reply) === false ? { fault: 'MALFORMED_REPLY' } : undefined
  const reason = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1]
  if (key !== '' && reason !== undefined && ABOUT_OBJECT[status]?.includes(reason)) return undefined
  if (status === 429 || reason === 'SlowDown') return { fault: 'TOO_MANY_REQUESTS', reason }
  // Two writes of one key at a time, or an upload that came too slowly: the next attempt may succeed.
  if (status >= 500 || status === 409 || reason === 'RequestTimeout') return { fault: 'SERVER_ERROR', reason }
  return { fault: 'ACCOUNT_REFUSED', reason: reason ?? `status ${status}` }
}

interface Page {
  readonly objects: readonly ListedObject[]
  /** The token of the page after it; `undefined` on the last one. */
  readonly next: string | undefined
}

/** Reads a page of a list, whose elements hold text alone; `undefined` if it is not whole. */
function readPage(body: Buffer): Page | undefined {
  const xml = body.toString('utf8')
  if (!/<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/.test(xml)) return undefined
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, contents = '']) => ({
    key: textOf(contents, 'Key') ?? '',
    at: new Date(textOf(contents, 'LastModified') ?? ''),
  }))
  if (objects.some(({ key, at }) => key === '' || Number.isNaN(at.getTime()))) return undefined
  const isLast = textOf(xml, 'IsTruncated') !== 'true'
  const next = isLast ? undefined : textOf(xml, 'NextContinuationToken')
  return isLast || next !== undefined ? { objects, next } : undefined
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
}
