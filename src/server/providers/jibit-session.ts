import { z } from 'zod'
import {
  callsWithToken,
  callVendor,
  type Unavailable,
  unavailable,
  type VendorCall,
  type VendorReply,
} from './call-vendor.ts'

export interface JibitSettings {
  /** "https://napi.jibit.ir/ide" or "https://napi.jibit.ir/trf", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly apiKey: string
  readonly secretKey: string
  readonly timeoutMs: number
}

const Tokens = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) })
type Tokens = z.infer<typeof Tokens>

export interface JibitSession {
  get(path: string, query: Readonly<Record<string, string>>): Promise<VendorReply | Unavailable>
  /** @param body JSON text. Sent once: a call that moves money is repeated only where nothing has left this machine. */
  post(path: string, body: string): Promise<VendorReply | Unavailable>
}

/** Calls of one of Jibit's services, each with the access token of the service. The services differ in the version of their tokens' paths. */
export function createJibitSession(settings: JibitSettings, { version }: { version: 'v1' | 'v2' }): JibitSession {
  const { apiUrl, timeoutMs } = settings
  const tokensUrl = `${apiUrl}/${version}/tokens`
  const call = callsWithToken<Tokens>({
    obtain: () => generate(settings, tokensUrl),
    renew: (refused) => refresh(settings, tokensUrl, refused),
  })
  const send = (request: Pick<VendorCall, 'url' | 'method' | 'headers' | 'body' | 'retry'>) =>
    call(({ accessToken }) =>
      callVendor({
        ...request,
        headers: { authorization: `Bearer ${accessToken}`, ...request.headers },
        timeoutMs,
      }),
    )
  return {
    get: (path, query) =>
      send({ url: `${apiUrl}${path}?${new URLSearchParams(query)}`, method: 'GET', retry: 'broken' }),
    post: (path, body) =>
      send({ url: `${apiUrl}${path}`, method: 'POST', headers: JSON_BODY, body, retry: 'unreached' }),
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

function generate({ apiKey, secretKey, timeoutMs }: JibitSettings, tokensUrl: string): Promise<Tokens | Unavailable> {
  return fetchTokens({ url: `${tokensUrl}/generate`, body: { apiKey, secretKey }, timeoutMs })
}

/** A refresh token outlives an access token, but not forever: when it is refused, the keys are sent again. */
async function refresh(settings: JibitSettings, tokensUrl: string, refused: Tokens): Promise<Tokens | Unavailable> {
  const { timeoutMs } = settings
  const tokens = await fetchTokens({ url: `${tokensUrl}/refresh`, body: refused, timeoutMs })
  return 'kind' in tokens && tokens.fault === 'ACCOUNT_REFUSED' ? generate(settings, tokensUrl) : tokens
}

async function fetchTokens(call: {
  url: string
  body: Readonly<Record<string, string>>
  timeoutMs: number
}): Promise<Tokens | Unavailable> {
  const reply = await callVendor({
    url: call.url,
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(call.body),
    timeoutMs: call.timeoutMs,
    retry: 'broken',
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) return unavailable('ACCOUNT_REFUSED')
  return Tokens.safeParse(reply.json).data ?? unavailable('MALFORMED_REPLY')
}
