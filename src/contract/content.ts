import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
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
  privacyPolicy: z.string(),
})

export const getExchangeInfo = defineEndpoint({
  method: 'GET',
  path: '/exchange-info',
  summary: 'How to reach the exchange, per language',
  access: 'public',
  offline: 'keep',
  response: replyWith({ content: z.array(ExchangeInfo) }),
  errors: [],
})

export const getFaq = defineEndpoint({
  method: 'GET',
  path: '/faq',
  summary: 'The questions of the home page',
  access: 'public',
  offline: 'keep',
  query: inLanguage,
  response: replyWith({ content: z.array(z.object({ question: z.string(), answer: z.string() })) }),
  errors: [],
})

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/terms',
  summary: 'The terms as HTML; the client sanitises it before it reaches the page',
  access: 'public',
  offline: 'keep',
  query: inLanguage,
  response: replyWith({ baseDTO: z.object({ html: z.string() }) }),
  errors: [],
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
  method: 'GET',
  path: '/trades/crypto-info',
  summary: 'The three public statistics',
  access: 'public',
  offline: 'keep',
  response: statistics,
  errors: [],
})

export const getHomeStatistics = defineEndpoint({
  method: 'GET',
  path: '/trades/market-info-home',
  summary: 'The three public statistics, for the home page',
  access: 'public',
  offline: 'keep',
  response: statistics,
  errors: [],
})

export const getSandboxes = defineEndpoint({
  method: 'GET',
  path: '/sandboxes',
  summary: 'Which outside services are sandboxes here; every screen says so while any is',
  access: 'public',
  offline: 'keep',
  response: replyWith({ content: z.array(z.enum(['SMS', 'IDENTITY', 'PAYMENT', 'PRICES'])) }),
  errors: [],
})
