import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { MemoryAdapter } from './memory-adapter.ts'

export interface OpenidSandboxSettings {
  /** The address of the sandbox in our adapter. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Our own callbacks, one for each name of this machine. */
  readonly callbacks: readonly string[]
}

export interface SandboxPerson {
  readonly email: string
  readonly isProven: boolean
}

const FLOW_SECONDS = 600
const LOGIN_PATH = '/sandbox/oidc/login'

export const loginPathOf = (uid: string) => `${LOGIN_PATH}/${uid}`

/** The subject of a person at the sandbox: the same e-mail address gives the same subject after every start. */
export const subjectOf = ({ email }: Pick<SandboxPerson, 'email'>) =>
  createHash('sha256').update(email).digest('hex').slice(0, 21)

/** A complete OpenID provider, loaded and created at its first use. It asks for the person at every sign-on, and never for consent. */
export async function createOpenidProvider(
  { issuer, clientId, clientSecret, callbacks }: OpenidSandboxSettings,
  people: ReadonlyMap<string, SandboxPerson>,
): Promise<Provider> {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { base, Check } = interactionPolicy
  const prompts = base()
  prompts.remove('consent')
  prompts
    .get('login')
    ?.checks.add(
      new Check('each_time', 'whoever signs on is asked for each time', (ctx) => ctx.oidc.result?.login === undefined),
    )
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [...callbacks],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sandbox' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Like Google, it includes the address in the token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy: prompts, url: (_, { uid }) => loginPathOf(uid) },
    pkce: { required: () => true },
    ttl: {
      Interaction: FLOW_SECONDS,
      Session: FLOW_SECONDS,
      Grant: FLOW_SECONDS,
      AccessToken: FLOW_SECONDS,
      IdToken: FLOW_SECONDS,
    },
    findAccount: (_, accountId) => {
      const person = people.get(accountId)
      if (!person) return undefined
      return { accountId, claims: () => ({ sub: accountId, email: person.email, email_verified: person.isProven }) }
    },
    renderError: (ctx, { error, error_description: reason }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${reason ?? ''}`
    },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      if (accountId === undefined || oidc.client === undefined) return undefined
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  // Behind our proxy it must know that browsers use https.
  provider.proxy = true
  return provider
}
