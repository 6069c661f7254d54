import type * as OpenidClient from 'openid-client'
import { z } from 'zod'
import { DAY_MS } from '#domain/durations.ts'
import { type Unavailable, unavailable } from '../call-vendor.ts'
import type { SignedOnPerson, SignOnOutcome, SingleSignOn } from './single-sign-on.ts'

export interface OpenidSettings {
  /** "https://accounts.google.com". Plain http for the sandbox alone, which is on this machine. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
  /**
   * True for the sandbox, which is part of this server: a browser reaches it under the same name as this server. A real provider has its
   * own address, and is asked to let the person choose an account.
   */
  readonly isOwnServer: boolean
}

type Library = typeof OpenidClient

/** How long the provider's published data is reused. */
const KEPT_MS = DAY_MS

/** The code flow with PKCE, state and nonce. The library is loaded with the first use. */
export function createOpenid(settings: OpenidSettings): SingleSignOn {
  let kept: { readonly until: number; readonly provider: Promise<OpenidClient.Configuration> } | undefined
  const providerBy = (library: Library): Promise<OpenidClient.Configuration> => {
    if (kept && Date.now() < kept.until) return kept.provider
    const provider = discover(library, settings)
    kept = { until: Date.now() + KEPT_MS, provider }
    provider.catch(() => {
      kept = undefined
    })
    return provider
  }
  return {
    async begin(callback) {
      const library = await import('openid-client')
      try {
        const provider = await providerBy(library)
        const secrets = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          codeVerifier: library.randomPKCECodeVerifier(),
        }
        const url = library.buildAuthorizationUrl(provider, {
          redirect_uri: callback.href,
          scope: 'openid email',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
          ...(settings.isOwnServer ? {} : { prompt: 'select_account' }),
        })
        if (settings.isOwnServer) url.host = callback.host
        if (settings.isOwnServer) url.protocol = callback.protocol
        return { kind: 'begun', url, secrets }
      } catch (error) {
        return faultOf(library, error)
      }
    },
    async finish(answer, { state, nonce, codeVerifier }) {
      const library = await import('openid-client')
      try {
        const tokens = await library.authorizationCodeGrant(await providerBy(library), answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return { kind: 'signed-on', person: personOf(tokens.claims()) }
      } catch (error) {
        return outcomeOf(library, error)
      }
    },
  }
}

function discover(library: Library, { issuer, clientId, clientSecret, timeoutMs, isOwnServer }: OpenidSettings) {
  const { allowInsecureRequests, enableNonRepudiationChecks } = library
  return library.discovery(new URL(issuer), clientId, undefined, library.ClientSecretPost(clientSecret), {
    // Without the second option the provider's signing keys are never fetched, and its token is trusted because of its transport alone.
    execute: [...(isOwnServer ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
    timeout: timeoutMs / 1_000,
  })
}

const Claims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
})

function personOf(claims: unknown): SignedOnPerson {
  const { iss, sub, email, email_verified: isProven } = Claims.parse(claims)
  return { issuer: iss, subject: sub, email: isProven === true ? email?.trim().toLowerCase() : undefined }
}

/**
 * Interprets the library's errors: a denial, a wrong answer, or no answer at all. Their messages may contain a code or token, and are
 * dropped.
 */
function outcomeOf(library: Library, error: unknown): SignOnOutcome {
  if (error instanceof library.AuthorizationResponseError)
    return error.error === 'access_denied' ? { kind: 'denied' } : { kind: 'refused' }
  if (error instanceof library.ResponseBodyError)
    return error.error === 'invalid_client' ? unavailable('ACCOUNT_REFUSED') : { kind: 'refused' }
  if (error instanceof library.ClientError && !isTransport(error)) return { kind: 'refused' }
  return error instanceof z.ZodError ? { kind: 'refused' } : faultOf(library, error)
}

const isTransport = ({ code }: OpenidClient.ClientError) =>
  code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'

function faultOf(library: Library, error: unknown): Unavailable {
  if (error instanceof library.ClientError)
    return unavailable(error.code === 'OAUTH_TIMEOUT' ? 'TIMEOUT' : 'MALFORMED_REPLY')
  return unavailable('UNREACHABLE')
}
