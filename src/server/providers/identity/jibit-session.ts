import { z } from 'zod'
import { callVendor, type Unavailable, unavailable, type VendorCall, type VendorReply } from '../call-vendor.ts'

export interface JibitSettings {
  /** "https://napi.jibit.ir/ide", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly apiKey: string
  readonly secretKey: string
  readonly timeoutMs: number
}

const Tokens = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) })
type Tokens = z.infer<typeof Tokens>

/** Asks Jibit with a bearer token that is fetched for the first question and renewed when it is refused. */
export interface JibitSession {
  get(path: string, query: Readonly<Record<string, string>>): Promise<VendorReply | Unavailable>
}

export function createJibitSession(settings: JibitSettings): JibitSession {
  /** Shared by concurrent questions, so that they fetch one token rather than one each. */
  let current: Promise<Tokens | Unavailable> | undefined

  const obtain = () => {
    current ??= generate(settings)
    return current
  }

  /** Replaces the refused tokens, unless another question has already done so. */
  const renew = (refused: Tokens, held: Promise<Tokens | Unavailable>) => {
    if (current === held) current = refresh(settings, refused)
    return obtain()
  }

  const ask = (call: Pick<VendorCall, 'url'>, { accessToken }: Tokens) =>
    callVendor({
      ...call,
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}` },
      timeoutMs: settings.timeoutMs,
      retry: 'broken',
    })

  return {
    async get(path, query) {
      const call = { url: `${settings.apiUrl}${path}?${new URLSearchParams(query)}` }
      const held = obtain()
      const tokens = await held
      if ('kind' in tokens) return forget(tokens, held)
      const reply = await ask(call, tokens)
      if (!isTokenRefusal(reply)) return reply
      const renewal = renew(tokens, held)
      const renewed = await renewal
      if ('kind' in renewed) return forget(renewed, renewal)
      const second = await ask(call, renewed)
      return isTokenRefusal(second) ? unavailable('ACCOUNT_REFUSED') : second
    },
  }

  /** A failure is not cached: the next question tries again. */
  function forget(failure: Unavailable, held: Promise<Tokens | Unavailable>): Unavailable {
    if (current === held) current = undefined
    return failure
  }
}

const isTokenRefusal = (reply: VendorReply | Unavailable) => reply.kind === 'reply' && reply.status === 401

function generate({ apiUrl, apiKey, secretKey, timeoutMs }: JibitSettings): Promise<Tokens | Unavailable> {
  return fetchTokens({ url: `${apiUrl}/v1/tokens/generate`, body: { apiKey, secretKey }, timeoutMs })
}

/** A refresh token outlives an access token, but not forever: when it is refused, the keys are sent again. */
async function refresh(settings: JibitSettings, refused: Tokens): Promise<Tokens | Unavailable> {
  const { apiUrl, timeoutMs } = settings
  const tokens = await fetchTokens({ url: `${apiUrl}/v1/tokens/refresh`, body: refused, timeoutMs })
  return 'kind' in tokens && tokens.fault === 'ACCOUNT_REFUSED' ? generate(settings) : tokens
}

async function fetchTokens(call: {
  url: string
  body: Readonly<Record<string, string>>
  timeoutMs: number
}): Promise<Tokens | Unavailable> {
  const reply = await callVendor({
    url: call.url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call.body),
    timeoutMs: call.timeoutMs,
    retry: 'broken',
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) return unavailable('ACCOUNT_REFUSED')
  return Tokens.safeParse(reply.json).data ?? unavailable('MALFORMED_REPLY')
}

const Refusal = z.object({ code: z.string().min(1) })

/** Codes about our account or their suppliers rather than the person asked about. */
const FAULTS: Readonly<Record<string, Unavailable>> = {
  'balance.not_enough': unavailable('ACCOUNT_REFUSED'),
  'daily_limit.reached': unavailable('TOO_MANY_REQUESTS'),
  forbidden: unavailable('ACCOUNT_REFUSED'),
  'providers.not_available': unavailable('SERVER_ERROR'),
  'card.provider_is_not_active': unavailable('SERVER_ERROR'),
  'card.source_bank_is_not_active': unavailable('SERVER_ERROR'),
  'iban.provider_is_not_active': unavailable('SERVER_ERROR'),
  'server.error': unavailable('SERVER_ERROR'),
}

/** The code of a refused inquiry that the caller can translate, or why there is no answer. */
export function readJibitRefusal<Code>(
  reply: VendorReply,
  meaning: Readonly<Record<string, Code>>,
): { readonly kind: 'refused'; readonly code: Code } | Unavailable {
  const code = Refusal.safeParse(reply.json).data?.code
  if (code === undefined) return unavailable('MALFORMED_REPLY')
  const refusal = Object.hasOwn(meaning, code) ? meaning[code] : undefined
  if (refusal !== undefined) return { kind: 'refused', code: refusal }
  const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  if (fault) return fault
  return unavailable(reply.status === 403 ? 'ACCOUNT_REFUSED' : 'MALFORMED_REPLY')
}
