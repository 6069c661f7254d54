import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callVendor, type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'

export interface FinnotechSettings {
  /** "https://api.finnotech.ir", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The national code of the application's owner. */
  readonly ownerNationalCode: string
  readonly timeoutMs: number
}

/** The scopes that our questions need. */
const SCOPES = [
  'facility:shahkar:get',
  'facility:cc-nid-verification:get',
  'facility:card-to-iban:get',
  'oak:iban-inquiry:get',
] as const

const Token = z.object({ result: z.object({ value: z.string().min(1) }) })

/** Asks Finnotech with a client-credentials token, which is fetched for the first question and again whenever it is refused. */
export interface FinnotechSession {
  /** @param path the path after "/v2/clients/{id}": `['facility', '/shahkar/verify']` */
  get(path: readonly [service: string, rest: string], query: Readonly<Record<string, string>>): Promise<FinnotechReply>
}

/** The `result` of an answered question, or the code of a refused one. */
export type FinnotechReply =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: string }
  | Unavailable

export function createFinnotechSession(settings: FinnotechSettings): FinnotechSession {
  /** Shared by concurrent questions, so that they fetch one token rather than one each. */
  let current: Promise<string | Unavailable> | undefined

  const obtain = (refused?: Promise<string | Unavailable>) => {
    if (current === refused) current = undefined
    current ??= fetchToken(settings)
    return current
  }

  return {
    async get([service, rest], query) {
      const { apiUrl, clientId, timeoutMs } = settings
      const ask = (token: string) => {
        // Each question has its own id, by which Finnotech's support can find it.
        const search = new URLSearchParams({ trackId: randomUUID(), ...query })
        return callVendor({
          url: `${apiUrl}/${service}/v2/clients/${encodeURIComponent(clientId)}${rest}?${search}`,
          method: 'GET',
          headers: { authorization: `Bearer ${token}` },
          timeoutMs,
          retry: 'broken',
        })
      }
      const held = obtain()
      const token = await held
      if (typeof token !== 'string') return forget(token, held)
      const reply = await ask(token)
      if (!isTokenRefusal(reply)) return readReply(reply)
      const renewal = obtain(held)
      const renewed = await renewal
      if (typeof renewed !== 'string') return forget(renewed, renewal)
      const second = await ask(renewed)
      return isTokenRefusal(second) ? unavailable('ACCOUNT_REFUSED') : readReply(second)
    },
  }

  /** A failure is not cached: the next question tries again. */
  function forget(failure: Unavailable, held: Promise<string | Unavailable>): Unavailable {
    if (current === held) current = undefined
    return failure
  }
}

const isTokenRefusal = (reply: VendorReply | Unavailable) => reply.kind === 'reply' && reply.status === 401

async function fetchToken(settings: FinnotechSettings): Promise<string | Unavailable> {
  const { apiUrl, clientId, clientSecret, ownerNationalCode, timeoutMs } = settings
  const reply = await callVendor({
    url: `${apiUrl}/dev/v2/oauth2/token`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: JSON.stringify({ grant_type: 'client_credentials', nid: ownerNationalCode, scopes: SCOPES.join(',') }),
    timeoutMs,
    retry: 'broken',
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) return unavailable('ACCOUNT_REFUSED')
  return Token.safeParse(reply.json).data?.result.value ?? unavailable('MALFORMED_REPLY')
}

const Answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('DONE'), result: z.unknown() }),
  z.object({ status: z.literal('FAILED'), error: z.object({ code: z.string().min(1) }) }),
])

function readReply(reply: VendorReply | Unavailable): FinnotechReply {
  if (reply.kind === 'unavailable') return reply
  // Our plan, our credit or our scopes are the cause.
  if (reply.status === 402 || reply.status === 403) return unavailable('ACCOUNT_REFUSED')
  const answer = Answer.safeParse(reply.json).data
  if (!answer) return unavailable('MALFORMED_REPLY')
  if (answer.status === 'DONE') return { kind: 'done', result: answer.result }
  return { kind: 'failed', code: answer.error.code }
}
