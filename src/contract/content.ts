import * as z from 'zod/mini'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { CoinSymbol, DecimalText, Instant, replyWith } from './values.ts'

export const Language = z.enum(['fa', 'en'])
const AskedLanguage = z.optional(z.enum(['fa', 'en', 'ar']))
/** Arabic can be asked for as in the header `language`, and is answered in Persian like there. */
const inLanguage = z.strictObject({ language: AskedLanguage })

export const ContentSlug = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/))

/** Links of the exchange, in the order in which they are written and shown. */
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

/** How to reach the exchange, as operators write it. What is empty does not exist. */
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
  /** News of the exchange, on a site of its own. */
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

export const getFaq = defineEndpoint({
  ...publicRead,
  path: '/faq',
  summary: 'The questions of the home page; answers are HTML, which the client sanitises before it reaches the page',
  query: inLanguage,
  response: replyWith({
    content: z.array(z.object({ slug: z.optional(ContentSlug), question: z.string(), answer: z.string() })),
  }),
})

export const getUserManual = defineEndpoint({
  ...publicRead,
  path: '/user-manual',
  summary: 'The entries of the user manual, in their order; answers are HTML',
  query: inLanguage,
  response: replyWith({
    /** The slug is an entry's name in links, in every language the same. */
    content: z.array(
      z.object({
        slug: ContentSlug,
        title: z.string(),
        html: z.string(),
        /** What the entry stands below; absent where nothing does, and in an answer kept from before there were headings. */
        heading: z.optional(z.object({ slug: ContentSlug, title: z.string(), text: z.optional(z.string()) })),
      }),
    ),
  }),
})

export const getBlog = defineEndpoint({
  ...publicRead,
  path: '/blog',
  summary: 'The articles about coins: all of a language, or that of one coin',
  query: z.strictObject({ language: AskedLanguage, coin: z.optional(CoinSymbol) }),
  response: replyWith({
    content: z.array(
      z.object({
        /** The name of the coin. */
        title: CoinSymbol,
        /** What stands above the article. */
        heading: z.string(),
        /** HTML. */
        body: z.string(),
      }),
    ),
  }),
})

export const ContentPage = z.object({
  /** Absent only in an answer kept from before there were titles; the same holds for the next two. */
  title: z.optional(z.string()),
  /** What it is written in: the other language where nobody has written it in the one that was asked for. */
  language: z.optional(Language),
  publishedAt: z.optional(Instant),
  /** Without the title. */
  html: z.string(),
})

export const getTerms = defineEndpoint({
  ...publicRead,
  path: '/terms',
  summary: 'The terms as HTML; the client sanitises it before it reaches the page',
  query: inLanguage,
  response: replyWith({ baseDTO: ContentPage }),
})

export const getPage = defineEndpoint({
  ...publicRead,
  path: '/pages/:slug',
  summary: 'A page by its name: terms, privacy, about, guide, and what else operators have; HTML as in the terms',
  params: z.strictObject({ slug: ContentSlug }),
  query: inLanguage,
  response: replyWith({ baseDTO: ContentPage }),
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
