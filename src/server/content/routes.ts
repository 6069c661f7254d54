import * as contract from '#contract/content.ts'
import { getExchangeInfo, getSandboxes } from '#contract/exchange-info.ts'
import { rejected } from '#contract/rejected.ts'
import { type Coin, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { type Route, route } from '../http/route.ts'
import { keepSnapshot, Snapshot } from '../http/snapshot.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { readStatistics } from '../store/trading/market-days.ts'
import { type ContentBoard, manualEntries, type ShownText } from './content-board.ts'

export interface ContentSettings extends StatisticsSettings {
  readonly board: Pick<ContentBoard, 'version' | 'list' | 'find' | 'contacts'>
  /** The outside services that are sandboxes on this server. */
  readonly sandboxes: readonly ('SMS' | 'EMAIL' | 'IDENTITY' | 'PAYMENT' | 'PRICES' | 'SSO' | 'CAPTCHA' | 'PAYOUT')[]
}

type Board = ContentSettings['board']

/** The texts of the public pages, the public figures, and which services are sandboxes. */
export function contentRoutes(settings: ContentSettings): Route[] {
  const sandboxes = new Snapshot({ content: settings.sandboxes })
  return [
    ...listRoutes(settings.board),
    ...pageRoutes(settings.board),
    ...statisticsRoutes(settings),
    route(getSandboxes, () => sandboxes),
  ]
}

const textsOf = (asked: Language | 'ar' | undefined, otherwise: Language): Language =>
  asked === 'ar' ? 'fa' : (asked ?? otherwise)

/** Caches answers that change with publications alone. */
function keepPublished(board: Board) {
  const keeps = new Map<string, ReturnType<typeof keepSnapshot>>()
  return (name: string, build: () => object): Snapshot => {
    const keep = keeps.get(name) ?? keepSnapshot()
    keeps.set(name, keep)
    return keep(String(board.version()), build)
  }
}

function listRoutes(board: Board): Route[] {
  const keep = keepPublished(board)
  return [
    route(getExchangeInfo, () => keep('info', () => ({ content: [infoIn(board, 'fa'), infoIn(board, 'en')] }))),
    route(contract.getFaq, (call) => {
      const language = textsOf(call.query.language, call.language)
      const show = ({ slug, title, html }: ShownText) => ({ slug, question: title, answer: html })
      return keep(`faq ${language}`, () => ({ content: board.list('FAQ', language).map(show) }))
    }),
    route(contract.getUserManual, (call) => {
      const language = textsOf(call.query.language, call.language)
      return keep(`manual ${language}`, () => ({ content: manualEntries(board, language) }))
    }),
    route(contract.getBlog, ({ query, language: spoken }) => {
      const language = textsOf(query.language, spoken)
      const { coin } = query
      if (coin === undefined)
        return keep(`blog ${language}`, () => ({ content: board.list('ARTICLE', language).map(showArticle) }))
      const article = board.find('ARTICLE', coin, language)
      if (!article) return { content: [] }
      return keep(`blog ${language} ${coin}`, () => ({ content: [showArticle(article)] }))
    }),
  ]
}

const showArticle = ({ slug, title, html }: ShownText) => ({ title: slug, heading: title, body: html })

const infoIn = (board: Board, language: Language) => ({
  language,
  ...board.contacts(language),
  privacyPolicy: board.find('PAGE', 'privacy', language)?.html ?? '',
})

function pageRoutes(board: Board): Route[] {
  const keep = keepPublished(board)
  const page = (slug: string, language: Language) => {
    const text = board.find('PAGE', slug, language)
    if (!text) return rejected('NOT_FOUND')
    const { title, html, publishedAt } = text
    const baseDTO = { title, language: text.language, publishedAt: publishedAt.toISOString(), html }
    return keep(`${slug} ${language}`, () => ({ baseDTO }))
  }
  return [
    route(contract.getTerms, ({ query, language }) => page('terms', textsOf(query.language, language))),
    route(contract.getPage, ({ params, query, language }) => page(params.slug, textsOf(query.language, language))),
  ]
}

function statisticsRoutes(settings: StatisticsSettings): Route[] {
  const statistics = new PublicStatistics(settings)
  const tomanDecimals = settings.catalogue.coinBySymbol.get(TOMAN)?.decimals
  if (tomanDecimals === undefined) throw new Error('the catalogue has no Toman')
  const keep = keepSnapshot()
  const figures = async () => {
    const { userCount, tradesValue, tradesCount } = await statistics.read()
    return keep(`${userCount} ${tradesValue} ${tradesCount}`, () => ({
      baseDTO: { userCount, tradesValue: formatDecimal(tradesValue, tomanDecimals), tradesAmount: tradesCount },
    }))
  }
  return [route(contract.getStatistics, figures), route(contract.getHomeStatistics, figures)]
}

export interface Statistics {
  readonly userCount: number
  /** The value of all trades in Toman; trades in other coins at the present price. */
  readonly tradesValue: Amount
  readonly tradesCount: number
}

export interface StatisticsSettings {
  readonly database: Queryable
  readonly catalogue: Catalogue
  readonly inToman: (coin: Coin, amount: Amount) => Amount | undefined
  readonly now: () => number
}

const KEPT_MS = 30_000

/** The three public figures, read at most once in half a minute. */
export class PublicStatistics {
  readonly #settings: StatisticsSettings
  readonly #lastWorth = new Map<number, Amount>()
  #kept: { readonly reading: Promise<Statistics>; readonly at: number } | undefined

  constructor(settings: StatisticsSettings) {
    this.#settings = settings
  }

  /** @throws Error when the database does not answer */
  read(): Promise<Statistics> {
    const now = this.#settings.now()
    if (this.#kept && now - this.#kept.at < KEPT_MS) return this.#kept.reading
    const reading = this.#count()
    this.#kept = { reading, at: now }
    reading.catch(() => {
      this.#kept = undefined
    })
    return reading
  }

  async #count(): Promise<Statistics> {
    const { database, catalogue } = this.#settings
    const { userCount, markets } = await readStatistics(database)
    const values = new Map(markets.map(({ marketId, value }) => [marketId, value]))
    const worths = catalogue.markets.map(({ id, quote }) => this.#worth(id, quote, values.get(id)))
    return {
      userCount,
      tradesValue: amount(worths.reduce((sum, worth) => sum + worth, 0n)),
      tradesCount: markets.reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** Without a price, the last known value is used. */
  #worth(marketId: number, quote: Coin, value: Amount | undefined): bigint {
    if (value === undefined) return 0n
    const worth = this.#settings.inToman(quote, value) ?? this.#lastWorth.get(marketId) ?? ZERO
    this.#lastWorth.set(marketId, worth)
    return worth
  }
}
