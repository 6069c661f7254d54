import * as z from 'zod/mini'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { replyWith } from './values.ts'

// Facts of the exchange that every page needs. The texts of single pages are apart (content.ts), since the first page does without them.

export const Language = z.enum(['fa', 'en'])

/** Links of the exchange, in the order of the form and the page. */
export const CONTACT_LINKS = [
  'telegram',
  'instagram',
  'linkedin',
  'twitter',
  'whatsapp',
  'appAndroid',
  'appIOS',
] as const
export type ContactLink = (typeof CONTACT_LINKS)[number]

/** The contacts of the exchange, as operators write them. An empty value means that there is none. */
export const ContactFacts = z.object({
  address: z.string(),
  email: z.string(),
  number: z.string(),
  telegram: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  whatsapp: z.string(),
  appAndroid: z.string(),
  appIOS: z.string(),
  /** The exchange's blog on its own site. */
  blog: z.optional(z.string()),
})

export const ExchangeInfo = z.extend(ContactFacts, {
  language: Language,
  /** The page of that name as HTML. */
  privacyPolicy: z.string(),
})

export const getExchangeInfo = defineEndpoint({
  ...publicRead,
  path: '/exchange-info',
  summary: 'How to reach the exchange, per language',
  response: replyWith({ content: z.array(ExchangeInfo) }),
})

export const getSandboxes = defineEndpoint({
  ...publicRead,
  path: '/sandboxes',
  summary: 'Which outside services are sandboxes here; every screen says so while any is',
  response: replyWith({
    content: z.array(z.enum(['SMS', 'EMAIL', 'IDENTITY', 'PAYMENT', 'PRICES', 'SSO', 'CAPTCHA', 'PAYOUT'])),
  }),
})
