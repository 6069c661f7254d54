import { getCoinDetails, getTetherPrices, getTomanPrices } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { allMarketsOf, getMarkets } from '#contract/markets.ts'
import { escapeHtml } from '#domain/html.ts'
import type { Language } from '#domain/market-state.ts'
import { WORDS } from './public-words.ts'

type PublicUnit = 'TOMAN' | 'TETHER'

/** An answer as text, and the key that changes with it. */
interface KeptAnswer {
  readonly text: string
  readonly etag: string
}

/** The present answers of the price routes. */
export interface PublicAnswers {
  coins(): KeptAnswer
  markets(unit: PublicUnit): KeptAnswer
  prices(unit: PublicUnit): KeptAnswer
}

/** An answer of the API that the app's first screen would request. */
export interface ServedAnswer {
  readonly path: string
  readonly input: object
  readonly reply: object
}

/** The part of a page that changes from second to second. */
export interface LivePart {
  /** Changes whenever the other fields do. */
  readonly key: string
  readonly html: string
  readonly answers: readonly ServedAnswer[]
}

type MarketRow = Reply<typeof getMarkets>['content'][number]

interface Wanted {
  readonly unit: PublicUnit
  readonly language: Language
}

const keyOf = (...answers: readonly KeptAnswer[]) => answers.map(({ etag }) => etag).join()

/** The list of one unit with its prices. */
export function marketList(answers: PublicAnswers, { unit, language }: Wanted): LivePart {
  const [list, coins] = [answers.markets(unit), answers.coins()]
  const { content }: Reply<typeof getMarkets> = JSON.parse(list.text)
  const { content: known }: Reply<typeof getCoinDetails> = JSON.parse(coins.text)
  const namings = new Map(known.map((coin) => [coin.name, coin]))
  const words = WORDS[language].list
  const nameOf = (symbol: string) => namings.get(symbol)?.[language === 'fa' ? 'persianName' : 'englishName'] ?? symbol
  const rows = content.map((row) => {
    const address = `/market/${row.relatedCoin}/${row.sourceCoin}${language === 'en' ? '?lang=en' : ''}`
    const name = `<a href="${escapeHtml(address)}">${escapeHtml(nameOf(row.relatedCoin))}</a>`
    const code = `<small>${escapeHtml(namings.get(row.relatedCoin)?.code ?? '')}</small>`
    return `<tr><td>${name} ${code}</td><td>${priceOf(row, language)}</td><td>${changeOf(row, language)}</td></tr>`
  })
  const heads = [words.asset, words.price(nameOf(unit)), words.change].map((head) => `<th>${escapeHtml(head)}</th>`)
  return {
    key: keyOf(list, coins),
    html: `<table class="list"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`,
    answers: [
      { path: getMarkets.path, input: { query: allMarketsOf(unit) }, reply: { content, totalPages: 1 } },
      { path: getCoinDetails.path, input: {}, reply: { content: known } },
    ],
  }
}

/** The figures of one market. */
export function coinFigures(answers: PublicAnswers, { coin, unit, language }: Wanted & { coin: string }): LivePart {
  const list = marketList(answers, { unit, language })
  const quick = answers.prices(unit)
  const quotes: Reply<typeof getTomanPrices> = JSON.parse(quick.text)
  const market = rowsOf(list).find(({ relatedCoin }) => relatedCoin === coin)
  const quote = quotes.content.find(({ destCoinSymbol }) => destCoinSymbol === coin)
  const words = WORDS[language].figures
  const facts = market && [
    [words.last, priceOf(market, language)],
    [words.change, changeOf(market, language)],
    [words.buy, number(quote?.buyPrice, language)],
    [words.sell, number(quote?.sellPrice, language)],
    [words.high, number(market.maxPrice, language)],
    [words.low, number(market.minPrice, language)],
  ]
  const shown = facts?.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')
  const path = unit === 'TOMAN' ? getTomanPrices.path : getTetherPrices.path
  return {
    key: `${list.key},${quick.etag}`,
    html: shown ? `<dl class="facts">${shown}</dl>` : '',
    answers: [...list.answers, { path, input: {}, reply: quotes }],
  }
}

function rowsOf({ answers }: LivePart): readonly MarketRow[] {
  const reply = answers.find(({ path }) => path === getMarkets.path)?.reply
  return reply && 'content' in reply && Array.isArray(reply.content) ? reply.content : []
}

const priceOf = ({ lastPrice }: MarketRow, language: Language) =>
  number(/[1-9]/.test(lastPrice) ? lastPrice : null, language)

/** Decimal text in the digits of the language; a dash for an unknown value. */
export function number(
  text: string | null | undefined,
  language: Language,
  look: Intl.NumberFormatOptions = {},
): string {
  if (text === null || text === undefined) return '—'
  const format = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-US', { maximumFractionDigits: 18, ...look })
  return `<bdi dir="ltr">${format.format(text as `${number}`)}${look.signDisplay ? (language === 'fa' ? '٪' : '%') : ''}</bdi>`
}

function changeOf({ last24HoursChange }: MarketRow, language: Language): string {
  const shown = number(last24HoursChange, language, { signDisplay: 'exceptZero' })
  if (!/[1-9]/.test(last24HoursChange)) return shown
  return `<span class="${last24HoursChange.startsWith('-') ? 'down' : 'up'}">${shown}</span>`
}
