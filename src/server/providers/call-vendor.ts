import { setTimeout as sleep } from 'node:timers/promises'

/** Why a vendor gave no usable answer. For logs and alarms; never contains a key, a token or a person's data. */
export type VendorFault =
  | 'TIMEOUT'
  /** No connection was made: nothing was sent, so a retry is always safe. */
  | 'UNREACHABLE'
  /** The connection broke before the whole reply was read. */
  | 'NETWORK'
  | 'SERVER_ERROR'
  | 'MALFORMED_REPLY'
  | 'TOO_MANY_REQUESTS'
  /** The vendor did not encrypt, or showed no valid certificate: nothing was sent. */
  | 'NOT_ENCRYPTED'
  /** The vendor refused our key, credit or plan: the customer can do nothing about it. */
  | 'ACCOUNT_REFUSED'

/** No answer: the vendor may or may not have done what was asked. The caller decides whether to retry. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly fault: VendorFault
}

export const unavailable = (fault: VendorFault): Unavailable => ({ kind: 'unavailable', fault })

export interface VendorCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Per attempt, including the reading of the reply. */
  readonly timeoutMs: number
  /**
   * The failures after which a call is repeated. `unreached`: only if nothing left this machine. `broken`: also after a broken connection
   * or a server error, for calls that change nothing or may safely be done twice. A time-out is never repeated.
   */
  readonly retry: 'unreached' | 'broken'
}

/** A JSON reply with any status below 500 except 429: refusals have a body too. Numbers are text. */
export interface VendorReply {
  readonly kind: 'reply'
  readonly status: number
  readonly json: unknown
}

const REPLY_BYTES_MAX = 1_000_000
const RETRY_AFTER_MS = 150

/**
 * One HTTP call to an outside service. Never throws, and never includes the address, the headers or the body in its result, since they may
 * contain keys. Redirects are refused, so that a key is not sent to another host.
 */
export async function callVendor(call: VendorCall): Promise<VendorReply | Unavailable> {
  const first = await attempt(call)
  if (first.kind === 'reply' || !mayRepeat(first.fault, call.retry)) return first
  await sleep(RETRY_AFTER_MS)
  return attempt(call)
}

/**
 * Asks a vendor with a token that is fetched for the first question and replaced when it is refused. Concurrent questions share one token.
 * A token that cannot be had is asked for again by the next question.
 */
export function callsWithToken<Token extends object>({
  obtain,
  renew,
}: {
  readonly obtain: () => Promise<Token | Unavailable>
  readonly renew: (refused: Token) => Promise<Token | Unavailable>
}): (ask: (token: Token) => Promise<VendorReply | Unavailable>) => Promise<VendorReply | Unavailable> {
  let current: Promise<Token | Unavailable> | undefined
  const tokenOf = async (held: Promise<Token | Unavailable>) => {
    const token = await held
    if ('fault' in token && current === held) current = undefined
    return token
  }
  return async (ask) => {
    current ??= obtain()
    const held = current
    const token = await tokenOf(held)
    if ('fault' in token) return token
    const reply = await ask(token)
    if (!isTokenRefusal(reply)) return reply
    // Another question may have replaced it already.
    if (current === held) current = renew(token)
    current ??= obtain()
    const renewed = await tokenOf(current)
    if ('fault' in renewed) return renewed
    const second = await ask(renewed)
    return isTokenRefusal(second) ? unavailable('ACCOUNT_REFUSED') : second
  }
}

const isTokenRefusal = (reply: VendorReply | Unavailable) => reply.kind === 'reply' && reply.status === 401

function mayRepeat(fault: VendorFault, retry: VendorCall['retry']): boolean {
  if (fault === 'UNREACHABLE') return true
  return retry === 'broken' && (fault === 'NETWORK' || fault === 'SERVER_ERROR')
}

async function attempt({ url, method, headers, body, timeoutMs }: VendorCall): Promise<VendorReply | Unavailable> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response)
    if (response.status >= 500) return unavailable('SERVER_ERROR')
    if (response.status === 429) return unavailable('TOO_MANY_REQUESTS')
    return text === undefined ? unavailable('MALFORMED_REPLY') : readReply(response.status, text)
  } catch (error) {
    return unavailable(faultOf(error))
  }
}

function readReply(status: number, text: string): VendorReply | Unavailable {
  try {
    return { kind: 'reply', status, json: parseExactJson(text) }
  } catch {
    return unavailable(status === 401 || status === 403 ? 'ACCOUNT_REFUSED' : 'MALFORMED_REPLY')
  }
}

/**
 * `JSON.parse`, but every number is the text of the source ("92000.10", "1e-7", "9007199254740993"), so that no price, amount or reference
 * passes through a float. Throws a SyntaxError like `JSON.parse`.
 */
function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )
}

/** The body as text; `undefined` if it is longer than any genuine reply. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > REPLY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Errors of Node and of its `fetch` from before a connection existed. */
export const UNREACHED_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export function faultOf(error: unknown): VendorFault {
  if (!(error instanceof Error)) return 'NETWORK'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  return isUnreached(error) ? 'UNREACHABLE' : 'NETWORK'
}

/** Whether `fetch` failed before a connection existed: nothing was sent. */
export const isUnreached = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && UNREACHED_CODES.has(cause.code)
