import * as z from 'zod/mini'
import { defineEndpoint, publicRead } from './endpoint.ts'
import { Language } from './exchange-info.ts'
import { CoinSymbol, DecimalText, Instant, replyWith } from './values.ts'

const AskedLanguage = z.optional(z.enum(['fa', 'en', 'ar']))
/** Arabic is accepted as in the header `language`, and answered in Persian like there. */
const inLanguage = z.strictObject({ language: AskedLanguage })

export const ContentSlug = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/))

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
    /** The slug is the entry's name in links, the same in every language. */
    content: z.array(
      z.object({
        slug: ContentSlug,
        title: z.string(),
        html: z.string(),
        /** The heading above the entry; absent if there is none, and in an old cached answer. */
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
        /** Shown above the article. */
        heading: z.string(),
        /** HTML. */
        body: z.string(),
      }),
    ),
  }),
})

export const ContentPage = z.object({
  /** Absent only in an old cached answer; the same holds for the next two. */
  title: z.optional(z.string()),
  /** The language of the text: the other one if it does not exist in the requested one. */
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
    /** The value of all trades in Toman. */
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
