import { z } from 'zod'
import type { TurnstileSettings } from '../providers/captcha/turnstile.ts'
import { readSettings } from './values.ts'

const Choice = z.object({
  CAPTCHA_PROVIDER: z.enum(['off', 'sandbox', 'turnstile'], 'must be off, sandbox or turnstile').default('sandbox'),
})

const Turnstile = z.object({
  TURNSTILE_SITE_KEY: z.string().min(10, 'is too short'),
  TURNSTILE_SECRET_KEY: z.string().min(10, 'is too short'),
})

const TIMEOUT_MS = 8_000
/** The origin of Turnstile's script, frame and answers. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

/** The captcha's settings; absent if it is off. @throws Error with a sentence that names the variable */
export function parseCaptcha(
  given: Readonly<Record<string, string | undefined>>,
  own: string,
): TurnstileSettings | undefined {
  const provider = readSettings(Choice, given).CAPTCHA_PROVIDER
  if (provider === 'off') return undefined
  // These are no secrets: only this server can use them.
  if (provider === 'sandbox')
    return {
      provider,
      apiUrl: `${own}/turnstile/v0`,
      siteKey: 'sandbox-site-key',
      secretKey: 'sandbox-secret-key',
      timeoutMs: TIMEOUT_MS,
    }
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = readSettings(Turnstile, given)
  return { provider, apiUrl: `${TURNSTILE_ORIGIN}/turnstile/v0`, siteKey, secretKey, timeoutMs: TIMEOUT_MS }
}
