import { z } from 'zod'
import type { VandarSettings } from '../providers/payments/vandar.ts'
import type { ZarinpalSettings } from '../providers/payments/zarinpal.ts'
import { readSettings, urlWithoutSlash } from './values.ts'

/** The card gateways through which payments are made; absent: it is not configured. */
export interface PaymentSettings {
  readonly zarinpal: ZarinpalSettings | undefined
  readonly vandar: VandarSettings | undefined
}

const VENDORS = ['zarinpal', 'vandar'] as const
type Vendor = (typeof VENDORS)[number]
const isVendor = (name: string): name is Vendor => VENDORS.some((vendor) => vendor === name)

const SANDBOX = 'sandbox'
const isChoice = (text: string) => text === SANDBOX || text.split(',').every(isVendor)

const Choice = z.object({
  PAYMENT_PROVIDER: z
    .string()
    .refine(isChoice, 'must be sandbox, zarinpal, vandar or both with a comma')
    .default(SANDBOX),
})

const Zarinpal = z.object({
  ZARINPAL_API_URL: urlWithoutSlash.default('https://payment.zarinpal.com'),
  ZARINPAL_MERCHANT_ID: z.string().length(36, 'must have 36 characters'),
})

const Vandar = z.object({
  VANDAR_API_URL: urlWithoutSlash.default('https://ipg.vandar.io'),
  VANDAR_API_KEY: z.string().min(10, 'is too short'),
  VANDAR_BUSINESS_API_URL: urlWithoutSlash.default('https://api.vandar.io'),
  VANDAR_BUSINESS: z.string().min(1),
  VANDAR_MOBILE: z.string().regex(/^09\d{9}$/, 'must be a mobile number that begins with 09'),
  VANDAR_PASSWORD: z.string().min(4, 'is too short'),
})

type Given = Readonly<Record<string, string | undefined>>

const TIMEOUT_MS = 15_000

/** @param own the address of this server's sandboxes. @throws Error with a sentence that names the variable */
export function parsePayments(
  given: Given,
  { own, publicUrl }: { own: string; publicUrl: string },
): { readonly isSandbox: boolean; readonly settings: PaymentSettings } {
  const { PAYMENT_PROVIDER: chosen } = readSettings(Choice, given)
  const isSandbox = chosen === SANDBOX
  const values = isSandbox ? sandboxValues(own) : given
  const has = (vendor: Vendor) => isSandbox || chosen.split(',').includes(vendor)
  const payUrlOf = (vendor: Vendor) => (isSandbox ? `${publicUrl}/sandbox/${vendor}` : undefined)
  return {
    isSandbox,
    settings: {
      zarinpal: has('zarinpal') ? zarinpal(values, payUrlOf('zarinpal')) : undefined,
      vandar: has('vandar') ? vandar(values, payUrlOf('vandar')) : undefined,
    },
  }
}

/** The keys that the sandboxes expect. They are no secrets, since only this server can use them. */
const sandboxValues = (own: string): Given => ({
  ZARINPAL_API_URL: `${own}/zarinpal`,
  ZARINPAL_MERCHANT_ID: 'sandbox0-0000-4000-8000-000000000000',
  VANDAR_API_URL: `${own}/vandar`,
  VANDAR_API_KEY: 'sandbox-api-key',
  VANDAR_BUSINESS_API_URL: `${own}/vandar`,
  VANDAR_BUSINESS: 'kimia',
  VANDAR_MOBILE: '09120000000',
  VANDAR_PASSWORD: 'sandbox-password',
})

function zarinpal(given: Given, payUrl: string | undefined): ZarinpalSettings {
  const values = readSettings(Zarinpal, given)
  return {
    apiUrl: values.ZARINPAL_API_URL,
    payUrl: payUrl ?? values.ZARINPAL_API_URL,
    merchantId: values.ZARINPAL_MERCHANT_ID,
    timeoutMs: TIMEOUT_MS,
  }
}

function vandar(given: Given, payUrl: string | undefined): VandarSettings {
  const values = readSettings(Vandar, given)
  return {
    apiUrl: values.VANDAR_API_URL,
    payUrl: payUrl ?? values.VANDAR_API_URL,
    apiKey: values.VANDAR_API_KEY,
    businessUrl: values.VANDAR_BUSINESS_API_URL,
    business: values.VANDAR_BUSINESS,
    mobile: values.VANDAR_MOBILE,
    password: values.VANDAR_PASSWORD,
    timeoutMs: TIMEOUT_MS,
  }
}
