import * as z from 'zod/mini'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { DecimalText, replyWith } from './values.ts'

export const Language = z.enum(['fa', 'en'])
/** Arabic can be asked for as in the header `language`, and is answered in Persian like there. */
const inLanguage = z.strictObject({ language: z.optional(z.enum(['fa', 'en', 'ar'])) })

export const ExchangeInfo = z.object({
  language: Language,
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
  /** News of the exchange, on a site of its own; empty where there is none. */
  blog: z.optional(z.string()),
  privacyPolicy: z.string(),
})

export const getExchangeInfo = defineEndpoint({
  ...publicRead,
  path: '/exchange-info',
  summary: 'How to reach the exchange, per language',
  response: replyWith({ content: z.array(ExchangeInfo) }),
})

export const getFaq = defineEndpoint({
  ...publicRead,
  path: '/faq',
  summary: 'The questions of the home page',
  query: inLanguage,
  response: replyWith({ content: z.array(z.object({ question: z.string(), answer: z.string() })) }),
})

export const getTerms = defineEndpoint({
  ...publicRead,
  path: '/terms',
  summary: 'The terms as HTML; the client sanitises it before it reaches the page',
  query: inLanguage,
  response: replyWith({ baseDTO: z.object({ html: z.string() }) }),
})

const statistics = replyWith({
  baseDTO: z.object({
    userCount: z.int(),
    /** Worth of all trades in Toman. */
    tradesValue: DecimalText,
    tradesAmount: z.int(),
  }),
})

export const getStatistics = defineEndpoint({
  ...publicRead,
  path: '/trades/crypto-info',
  summary: 'The three public statistics',
  response: statistics,
})

export const getHomeStatistics = defineEndpoint({
  ...publicRead,
  path: '/trades/market-info-home',
  summary: 'The three public statistics, for the home page',
  response: statistics,
})

export const getSandboxes = defineEndpoint({
  ...publicRead,
  path: '/sandboxes',
  summary: 'Which outside services are sandboxes here; every screen says so while any is',
  response: replyWith({
    content: z.array(z.enum(['SMS', 'EMAIL', 'IDENTITY', 'PAYMENT', 'PRICES', 'SSO', 'CAPTCHA'])),
  }),
})
