import { z } from 'zod'
import type { TurnstileSettings } from '../providers/captcha/turnstile.ts'
import type { SmtpSettings } from '../providers/email/smtp.ts'
import type { HttpPriceFeedSettings, TomanFields } from '../providers/prices/http-price-feed.ts'
import type { OpenidSettings } from '../providers/single-sign-on/openid.ts'
import type { KavenegarSettings } from '../providers/sms/kavenegar.ts'
import { type PaymentSettings, parsePayments } from './payments.ts'
import { type PayoutSettings, parsePayouts } from './payouts.ts'
import { readSettings, urlWithoutSlash } from './values.ts'
import { type IdentitySettings, parseCaptcha, parseIdentityVendor } from './vendors.ts'

export type SandboxKind = 'SMS' | 'EMAIL' | 'IDENTITY' | 'PAYMENT' | 'PRICES' | 'SSO' | 'CAPTCHA' | 'PAYOUT'

/** The settings of each adapter. If a service is a sandbox, its adapter points to this server. */
export interface ProviderSettings {
  readonly sandboxes: readonly SandboxKind[]
  readonly kavenegar: KavenegarSettings
  readonly smtp: SmtpSettings
  readonly identity: IdentitySettings
  readonly payouts: PayoutSettings
  readonly payments: PaymentSettings
  readonly prices: HttpPriceFeedSettings
  /** Absent: no captcha. */
  readonly captcha: TurnstileSettings | undefined
  /** Absent: no single sign-on. */
  readonly openid: OpenidSettings | undefined
}

const choice = (real: string) => z.enum(['sandbox', real], `must be sandbox or ${real}`).default('sandbox')

const Choices = z.object({
  SMS_PROVIDER: choice('kavenegar'),
  EMAIL_PROVIDER: choice('smtp'),
  PRICE_PROVIDER: choice('http'),
  SSO_PROVIDER: z.enum(['off', 'sandbox', 'google'], 'must be off, sandbox or google').default('sandbox'),
})

const Kavenegar = z.object({
  KAVENEGAR_API_URL: urlWithoutSlash.default('https://api.kavenegar.com'),
  KAVENEGAR_API_KEY: z.string().min(10, 'is too short'),
  KAVENEGAR_TEMPLATE_PREFIX: z.string().min(1).default('kimia'),
  KAVENEGAR_SENDER: z
    .string()
    .regex(/^\d{4,20}$/, 'must be the number of a line')
    .optional(),
})

const Smtp = z.object({
  // No parameters: they could change what this server requires, such as encryption.
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/?#]+$/, 'must be smtp:// or smtps:// with user, password, host and port'),
  EMAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an e-mail address, with or without a name',
    ),
})

const Prices = z.object({
  COINGECKO_API_URL: urlWithoutSlash.default('https://api.coingecko.com/api/v3'),
  COINGECKO_API_KEY: z.string().optional(),
  TOMAN_SOURCE_URL: z.url('must be an address'),
  TOMAN_SOURCE_CURRENCY: z.enum(['IRT', 'IRR'], 'must be IRT or IRR'),
  /** Paths of the figures in the source's JSON, see `TomanFields`. */
  TOMAN_FIELD_USD_BUY: z.string().min(1),
  TOMAN_FIELD_USD_SELL: z.string().min(1),
  TOMAN_FIELD_GOLD_GRAM: z.string().min(1),
  TOMAN_FIELD_UPDATED_AT: z.string().min(1),
  TOMAN_FIELD_USD_CHANGE: z.string().optional(),
  TOMAN_FIELD_GOLD_CHANGE: z.string().optional(),
})

const Openid = z.object({
  SSO_ISSUER: urlWithoutSlash
    .refine((text) => text.startsWith('https:'), 'must be an https address')
    .default('https://accounts.google.com'),
  SSO_CLIENT_ID: z.string().min(4, 'is too short'),
  SSO_CLIENT_SECRET: z.string().min(4, 'is too short'),
})

type Given = Readonly<Record<string, string | undefined>>

const SMS_TIMEOUT_MS = 8_000
const EMAIL_TIMEOUT_MS = 15_000
const PRICE_TIMEOUT_MS = 5_000
const SSO_TIMEOUT_MS = 10_000

/** The services that are real and how to reach them. @throws Error with a sentence that names the variable */
export function parseProviders(given: Given, server: { port: number; publicUrl: string }): ProviderSettings {
  const choices = readSettings(Choices, given)
  const own = `http://127.0.0.1:${server.port}/sandbox`
  const identity = parseIdentityVendor(given, own)
  const captcha = parseCaptcha(given, own)
  const payouts = parsePayouts(given, own)
  const payments = parsePayments(given, { own, publicUrl: server.publicUrl })
  return {
    sandboxes: [
      ...(choices.SMS_PROVIDER === 'sandbox' ? (['SMS'] as const) : []),
      ...(choices.EMAIL_PROVIDER === 'sandbox' ? (['EMAIL'] as const) : []),
      ...(identity.isSandbox ? (['IDENTITY'] as const) : []),
      ...(payments.isSandbox ? (['PAYMENT'] as const) : []),
      ...(choices.PRICE_PROVIDER === 'sandbox' ? (['PRICES'] as const) : []),
      ...(choices.SSO_PROVIDER === 'sandbox' ? (['SSO'] as const) : []),
      ...(captcha?.provider === 'sandbox' ? (['CAPTCHA'] as const) : []),
      ...(payouts.isSandbox ? (['PAYOUT'] as const) : []),
    ],
    kavenegar: kavenegar(choices.SMS_PROVIDER === 'sandbox' ? sandboxKeys(own, 'kavenegar') : given),
    smtp: choices.EMAIL_PROVIDER === 'sandbox' ? SANDBOX_SMTP : smtp(given),
    identity: identity.settings,
    captcha,
    payouts: payouts.settings,
    payments: payments.settings,
    prices: choices.PRICE_PROVIDER === 'sandbox' ? sandboxPrices(own) : prices(given),
    openid: { off: () => undefined, sandbox: () => sandboxOpenid(own), google: () => openid(given) }[
      choices.SSO_PROVIDER
    ](),
  }
}

/** The keys that the sandboxes expect. They are no secrets, since only this server can use them. */
function sandboxKeys(own: string, vendor: string): Given {
  return {
    KAVENEGAR_API_URL: `${own}/${vendor}`,
    KAVENEGAR_API_KEY: 'sandbox-api-key',
  }
}

function kavenegar(given: Given): KavenegarSettings {
  const values = readSettings(Kavenegar, given)
  return {
    apiUrl: values.KAVENEGAR_API_URL,
    apiKey: values.KAVENEGAR_API_KEY,
    templatePrefix: values.KAVENEGAR_TEMPLATE_PREFIX,
    sender: values.KAVENEGAR_SENDER,
    timeoutMs: SMS_TIMEOUT_MS,
  }
}

/** The e-mail sandbox chooses its port when it starts; its adapter gets the port then. */
const SANDBOX_SMTP: SmtpSettings = {
  url: 'smtp://127.0.0.1:1',
  from: 'Kimia <no-reply@kimia.example>',
  encrypted: false,
  timeoutMs: EMAIL_TIMEOUT_MS,
}

function smtp(given: Given): SmtpSettings {
  const values = readSettings(Smtp, given)
  return { url: values.SMTP_URL, from: values.EMAIL_FROM, encrypted: true, timeoutMs: EMAIL_TIMEOUT_MS }
}

function prices(given: Given): HttpPriceFeedSettings {
  const values = readSettings(Prices, given)
  const fields: TomanFields = {
    usdBuy: values.TOMAN_FIELD_USD_BUY,
    usdSell: values.TOMAN_FIELD_USD_SELL,
    goldGram: values.TOMAN_FIELD_GOLD_GRAM,
    updatedAt: values.TOMAN_FIELD_UPDATED_AT,
    usdChange24h: values.TOMAN_FIELD_USD_CHANGE,
    goldChange24h: values.TOMAN_FIELD_GOLD_CHANGE,
  }
  return {
    coins: { apiUrl: values.COINGECKO_API_URL, apiKey: values.COINGECKO_API_KEY, timeoutMs: PRICE_TIMEOUT_MS },
    toman: {
      url: values.TOMAN_SOURCE_URL,
      currency: values.TOMAN_SOURCE_CURRENCY,
      fields,
      timeoutMs: PRICE_TIMEOUT_MS,
    },
  }
}

function openid(given: Given): OpenidSettings {
  const values = readSettings(Openid, given)
  return {
    issuer: values.SSO_ISSUER,
    clientId: values.SSO_CLIENT_ID,
    clientSecret: values.SSO_CLIENT_SECRET,
    timeoutMs: SSO_TIMEOUT_MS,
    isOwnServer: false,
  }
}

/** This is no secret: only this server can use it. */
const sandboxOpenid = (own: string): OpenidSettings => ({
  issuer: `${own}/oidc`,
  clientId: 'kimia-sandbox',
  clientSecret: 'sandbox-client-secret',
  timeoutMs: SSO_TIMEOUT_MS,
  isOwnServer: true,
})

/** The places of the figures in the answer of the sandbox. */
export const SANDBOX_TOMAN_FIELDS: TomanFields = {
  usdBuy: 'usd.buy',
  usdSell: 'usd.sell',
  goldGram: 'gold18.gram',
  updatedAt: 'updated_at',
  usdChange24h: 'usd.change_24h',
  goldChange24h: 'gold18.change_24h',
}

function sandboxPrices(own: string): HttpPriceFeedSettings {
  return {
    coins: { apiUrl: `${own}/prices/api/v3`, apiKey: undefined, timeoutMs: PRICE_TIMEOUT_MS },
    toman: {
      url: `${own}/prices/toman.json`,
      currency: 'IRT',
      fields: SANDBOX_TOMAN_FIELDS,
      timeoutMs: PRICE_TIMEOUT_MS,
    },
  }
}
