import { z } from 'zod'
import type { TurnstileSettings } from '../providers/captcha/turnstile.ts'
import type { FinnotechSettings } from '../providers/identity/finnotech.ts'
import type { JibitSettings } from '../providers/jibit-session.ts'
import { readSettings, urlWithoutSlash } from './values.ts'

/** The identity registry and how to reach it. */
export type IdentitySettings =
  | ({ readonly vendor: 'jibit' } & JibitSettings)
  | ({ readonly vendor: 'finnotech' } & FinnotechSettings)

const RegistryChoice = z.object({
  IDENTITY_PROVIDER: z
    .enum(['sandbox', 'jibit', 'finnotech'], 'must be sandbox, jibit or finnotech')
    .default('sandbox'),
  /** The vendor that the sandbox imitates. */
  IDENTITY_VENDOR: z.enum(['jibit', 'finnotech'], 'must be jibit or finnotech').default('jibit'),
})

const Jibit = z.object({
  JIBIT_API_URL: urlWithoutSlash.default('https://napi.jibit.ir/ide'),
  JIBIT_API_KEY: z.string().min(4, 'is too short'),
  JIBIT_SECRET_KEY: z.string().min(4, 'is too short'),
})

const Finnotech = z.object({
  FINNOTECH_API_URL: urlWithoutSlash.default('https://api.finnotech.ir'),
  FINNOTECH_CLIENT_ID: z.string().min(1),
  FINNOTECH_CLIENT_SECRET: z.string().min(4, 'is too short'),
  FINNOTECH_NATIONAL_CODE: z.string().regex(/^\d{10}$/, 'must have 10 digits'),
})

type Given = Readonly<Record<string, string | undefined>>

const REGISTRY_TIMEOUT_MS = 15_000

/** @param own the address of this server's sandboxes. @throws Error with a sentence that names the variable */
export function parseIdentityVendor(
  given: Given,
  own: string,
): { readonly isSandbox: boolean; readonly settings: IdentitySettings } {
  const { IDENTITY_PROVIDER: chosen, IDENTITY_VENDOR: spoken } = readSettings(RegistryChoice, given)
  const isSandbox = chosen === 'sandbox'
  const vendor = isSandbox ? spoken : chosen
  const values = isSandbox ? sandboxValues(own) : given
  return { isSandbox, settings: vendor === 'jibit' ? jibit(values) : finnotech(values) }
}

function jibit(given: Given): IdentitySettings {
  const values = readSettings(Jibit, given)
  return {
    vendor: 'jibit',
    apiUrl: values.JIBIT_API_URL,
    apiKey: values.JIBIT_API_KEY,
    secretKey: values.JIBIT_SECRET_KEY,
    timeoutMs: REGISTRY_TIMEOUT_MS,
  }
}

function finnotech(given: Given): IdentitySettings {
  const values = readSettings(Finnotech, given)
  return {
    vendor: 'finnotech',
    apiUrl: values.FINNOTECH_API_URL,
    clientId: values.FINNOTECH_CLIENT_ID,
    clientSecret: values.FINNOTECH_CLIENT_SECRET,
    ownerNationalCode: values.FINNOTECH_NATIONAL_CODE,
    timeoutMs: REGISTRY_TIMEOUT_MS,
  }
}

/** The keys that the sandboxes expect. They are no secrets, since only this server can use them. */
const sandboxValues = (own: string): Given => ({
  JIBIT_API_URL: `${own}/jibit`,
  JIBIT_API_KEY: 'sandbox-api-key',
  JIBIT_SECRET_KEY: 'sandbox-secret-key',
  FINNOTECH_API_URL: `${own}/finnotech`,
  FINNOTECH_CLIENT_ID: 'sandbox-client',
  FINNOTECH_CLIENT_SECRET: 'sandbox-secret',
  FINNOTECH_NATIONAL_CODE: '0013542419',
})

const CaptchaChoice = z.object({
  CAPTCHA_PROVIDER: z.enum(['off', 'sandbox', 'turnstile'], 'must be off, sandbox or turnstile').default('sandbox'),
})

const Turnstile = z.object({
  TURNSTILE_SITE_KEY: z.string().min(10, 'is too short'),
  TURNSTILE_SECRET_KEY: z.string().min(10, 'is too short'),
})

const CAPTCHA_TIMEOUT_MS = 8_000
/** The origin of Turnstile's script, frame and answers. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

/** The captcha's settings; absent if it is off. @throws Error with a sentence that names the variable */
export function parseCaptcha(
  given: Readonly<Record<string, string | undefined>>,
  own: string,
): TurnstileSettings | undefined {
  const provider = readSettings(CaptchaChoice, given).CAPTCHA_PROVIDER
  if (provider === 'off') return undefined
  // These are no secrets: only this server can use them.
  if (provider === 'sandbox')
    return {
      provider,
      apiUrl: `${own}/turnstile/v0`,
      siteKey: 'sandbox-site-key',
      secretKey: 'sandbox-secret-key',
      timeoutMs: CAPTCHA_TIMEOUT_MS,
    }
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = readSettings(Turnstile, given)
  return { provider, apiUrl: `${TURNSTILE_ORIGIN}/turnstile/v0`, siteKey, secretKey, timeoutMs: CAPTCHA_TIMEOUT_MS }
}
