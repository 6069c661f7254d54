import type * as z from 'zod/mini'
import { MarketSettings, NewMarket } from '#contract/operations-settings.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { parsePercent, percentOf } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import { amount, PRICE_DECIMALS, ppm, price } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { strategyOfNew } from '../../operations/seed-strategies.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { lockSettings, readCatalogue } from '../../store/catalogue.ts'
import { endMarket, insertMarket, type MarketChange, saveMarket } from '../../store/console/markets.ts'
import type { Transaction } from '../../store/database.ts'
import { addStrategies, switchMarketMaker } from '../../store/trading/maker-strategies.ts'
import { insertHalt } from '../../store/trading/market-halts.ts'
import { readOwnersOfStanding } from '../../store/trading/orders.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved, Executing } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type MarketText = z.output<typeof MarketSettings>
type Proposing = Pick<ConsoleServices, 'accounts'>

/** Refuses MARKET_NOT_FOUND, SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarketChange(
  { accounts: { database, now } }: Proposing,
  { symbol, text }: { symbol: string; text: MarketText },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const market = (await readCatalogue(tx)).marketBySymbol.get(symbol)
    if (!market) return rejected('MARKET_NOT_FOUND')
    const change = parseMarket(text, market)
    if (change instanceof Rejected) return change
    const [before, after] = [marketText(market), marketText({ ...market, ...change })]
    return proposeSetting(tx, { kind: 'CHANGE_MARKET', subject: symbol, before, after }, { act, at: now() })
  })
}

/** The rules apply to every order after the approval; open orders keep their price, their amount and their fees. */
export async function changeProposedMarket(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const market = (await readCatalogue(tx)).marketBySymbol.get(subject ?? '')
  if (!market) return rejected('MARKET_NOT_FOUND')
  const { after, changes } = readSetting(payload, MarketSettings)
  const change = parseMarket(after, market)
  if (change instanceof Rejected) return change
  await saveMarket(tx, { id: market.id, ...change })
  return { details: { market: market.symbol, ...changes } }
}

/** Refuses COIN_NOT_FOUND, SETTING_INVALID, MARKET_EXISTS, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarket(
  { accounts: { database, now } }: Proposing,
  after: z.output<typeof NewMarket>,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const checked = await checkNew(tx, after)
    if (checked instanceof Rejected) return checked
    const change = { kind: 'ADD_MARKET', subject: checked.symbol, before: undefined, after } as const
    return proposeSetting(tx, change, { act, at: now() })
  })
}

async function checkNew(tx: Transaction, { base, quote, ...text }: z.output<typeof NewMarket>) {
  const { coinBySymbol, marketBySymbol } = await readCatalogue(tx)
  const baseCoin = coinBySymbol.get(base)
  const quoteCoin = coinBySymbol.get(quote)
  if (!baseCoin || !quoteCoin || base === quote || base === 'TOMAN')
    return rejected('COIN_NOT_FOUND', { field: 'base' })
  const symbol = `${base}_${quote}`
  if (marketBySymbol.has(symbol)) return rejected('MARKET_EXISTS', { field: 'base' })
  const change = parseMarket(text, { base: baseCoin, quote: quoteCoin })
  if (change instanceof Rejected) return change
  return { ...change, symbol, base: baseCoin, quote: quoteCoin }
}

/** The market exists once the approval is answered, halted until an operator resumes it, and without the market maker until one switches it on. */
export async function addProposedMarket(
  tx: Transaction,
  { payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after, changes } = readSetting(payload, NewMarket)
  const checked = await checkNew(tx, after)
  if (checked instanceof Rejected) return checked
  const marketId = await insertMarket(tx, { ...checked, listedAt: at })
  await addStrategies(tx, [strategyOfNew({ id: marketId, ...checked })])
  await insertHalt(tx, { marketId, halt: { kind: 'halted', reason: NEW_MARKET }, at })
  return { details: { market: checked.symbol, ...changes } }
}

const NEW_MARKET = { fa: 'این بازار هنوز باز نشده است.', en: "This market isn't open yet." }

/** Orders that end in one commit; other commands run in between. */
const AT_ONCE_MAX = 1_000

/** Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarketEnd(
  { accounts: { database, now } }: Proposing,
  symbol: string,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const market = await findActive(tx, symbol)
    if (market instanceof Rejected) return market
    const change = { kind: 'END_MARKET', subject: symbol, before: undefined, after: { state: 'ENDED' } } as const
    return proposeSetting(tx, change, { act, at: now() })
  })
}

async function findActive(tx: Transaction, symbol = '') {
  const market = (await readCatalogue(tx)).marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  return market.active ? market : rejected('NOTHING_TO_CHANGE')
}

/** From the commit on the market takes no orders and has no quotes. Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE. */
export async function endProposedMarket(
  tx: Transaction,
  { subject }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const market = await findActive(tx, subject)
  if (market instanceof Rejected) return market
  await endMarket(tx, market.id)
  await switchMarketMaker(tx, { marketIds: [market.id], enabled: false, at })
  return { details: { market: market.symbol } }
}

/** Cancels the open orders once the exchange takes no more, a thousand in a commit; the commits notify their owners. */
export async function cancelOrdersOfEnded(
  { accounts: { database }, exchange, states }: Executing,
  { id, subject }: Proposal,
): Promise<void> {
  await states.reload()
  const market = (await readCatalogue(database)).marketBySymbol.get(subject ?? '')
  if (!market) return
  for (const userId of await readOwnersOfStanding(database, market.id)) {
    const result = await exchange.submit({
      type: 'cancelAllOrders',
      userId,
      marketId: market.id,
      most: AT_ONCE_MAX,
      byOperator: true,
      key: serverKey(`end:${id}`),
      fingerprint: `end of ${market.symbol}`,
    })
    if (result.kind !== 'cancelled') throw new Error(`orders of user ${userId} were not cancelled`)
  }
}

/** No band is wider than half. */
const SHARE_MAX = ppm(500_000n)
/** The market maker quotes within a tenth of the reference price; limit prices leave room for that on either side. */
const LIMIT_PRICE_MIN_MAX = ppm(900_000n)
const LIMIT_PRICE_MAX_MIN = 1_100_000n
/** Ten times the reference price. */
const LIMIT_PRICE_MAX_MAX = ppm(9_999_999n)
/** For one user in one market: this many take seconds of a start and a gigabyte of memory. */
const OPEN_ORDERS_MAX = 1_000_000n

/** A market's settings, or a refusal of the first invalid one. */
function parseMarket(text: MarketText, { base, quote }: { base: Coin; quote: Coin }): MarketChange | Rejected {
  const tick = parseDecimal(text.tick, PRICE_DECIMALS)
  if (!tick) return invalid('tick')
  const minAmount = parseDecimal(text.minAmount, base.decimals)
  if (!minAmount) return invalid('minAmount')
  const maxAmount = parseDecimal(text.maxAmount, base.decimals)
  if (maxAmount === undefined || maxAmount < minAmount) return invalid('maxAmount')
  const minTotal = parseDecimal(text.minTotal, quote.decimals)
  if (minTotal === undefined) return invalid('minTotal')
  const openOrdersMax = parseDecimal(text.openOrdersMax, 0)
  if (!openOrdersMax || openOrdersMax > OPEN_ORDERS_MAX) return invalid('openOrdersMax')
  const protectionBand = parsePercent(text.protectionBand, SHARE_MAX)
  if (!protectionBand) return invalid('protectionBand')
  const forceWarning = parsePercent(text.forceWarning, SHARE_MAX)
  if (!forceWarning) return invalid('forceWarning')
  const limitPriceMin = parsePercent(text.limitPriceMin, LIMIT_PRICE_MIN_MAX)
  if (!limitPriceMin) return invalid('limitPriceMin')
  const limitPriceMax = parsePercent(text.limitPriceMax, LIMIT_PRICE_MAX_MAX)
  if (limitPriceMax === undefined || limitPriceMax < LIMIT_PRICE_MAX_MIN) return invalid('limitPriceMax')
  return {
    ...{ minAmount: amount(minAmount), maxAmount: amount(maxAmount), minTotal: amount(minTotal) },
    ...{ protectionBand, forceWarning, limitPriceMin, limitPriceMax },
    tick: price(tick),
    openOrdersMax: toCount(openOrdersMax),
    hours: text.hours,
  }
}

/** The settings of a market as its form shows them. */
export const marketText = (market: Market): MarketText => ({
  tick: formatDecimal(market.tick, PRICE_DECIMALS),
  minAmount: formatDecimal(market.minAmount, market.base.decimals),
  maxAmount: formatDecimal(market.maxAmount, market.base.decimals),
  minTotal: formatDecimal(market.minTotal, market.quote.decimals),
  openOrdersMax: String(market.openOrdersMax),
  hours: market.hours,
  protectionBand: percentOf(market.protectionBand),
  forceWarning: percentOf(market.forceWarning),
  limitPriceMin: percentOf(market.limitPriceMin),
  limitPriceMax: percentOf(market.limitPriceMax),
})
