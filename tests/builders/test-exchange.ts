import { formatDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { EngineState } from '#server/engine/state.ts'
import type { CommitEvent } from '#server/exchange/commit-feed.ts'
import type { Exchange, SubmitOptions } from '#server/exchange/exchange.ts'
import { takeLease } from '#server/exchange/lease.ts'
import { exchangeOf, openWriter } from '#server/exchange/open-exchange.ts'
import type { WarmWallets } from '#server/exchange/warm-wallets.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { credit, order } from './commands.ts'
import { drawBook } from './draw-book.ts'
import { MARKETS } from './markets.ts'
import { openOrdersOf } from './open-orders.ts'
import { overWire } from './over-wire.ts'
import { nameOf } from './people.ts'
import { writeTestCatalogue } from './test-catalogue.ts'

export interface TestExchange extends Exchange {
  /** The arguments of onLost. */
  readonly lost: string[]
  readonly warnings: string[]
  /** The commits that a subscriber received, without the snapshots. */
  readonly commits: CommitEvent[]
  /** "ali", "1000 TOMAN". */
  gives(who: string, text: string): Promise<unknown>
  /** "ali buys 2 GOLD at 100", under this key. */
  order(sentence: string, key: string, options?: SubmitOptions): ReturnType<Exchange['submit']>
  /** The exchange's whole state as a drawing. */
  picture(): string
}

/** An exchange of the builders' markets on a database that may have been used before. Without a lease it deposes the one before it. */
export async function openTestExchange(
  database: Database,
  {
    now = Date.now,
    markets = MARKETS,
    batchMax = 1_000,
    answersMax,
    matchesMax,
    leaseMs = 0,
    warm,
    link = overWire,
  }: {
    now?: () => number
    markets?: readonly Market[]
    batchMax?: number
    answersMax?: number
    matchesMax?: number
    leaseMs?: number
    warm?: WarmWallets
    /** The way between the writer and its callers; absent: what passes is encoded and decoded within this process. */
    link?: (exchange: Exchange) => Exchange | Promise<Exchange>
  } = {},
): Promise<TestExchange> {
  await writeTestCatalogue(database)
  const lost: string[] = []
  const warnings: string[] = []
  const commits: CommitEvent[] = []
  const log = { warn: (_: object, message: string) => void warnings.push(message) }
  const writer = await openWriter({
    database,
    markets,
    log,
    lease: await takeLease({ database, log, leaseMs }),
    onLost: (reason) => void lost.push(reason),
    batchMax,
    ...(answersMax !== undefined && { answersMax }),
    ...(matchesMax !== undefined && { matchesMax }),
    ...(warm && { warm }),
    now,
  })
  const exchange = await link(exchangeOf(writer))
  exchange.subscribe(undefined, (event) => {
    if (event.kind === 'commit') commits.push(event)
  })
  return {
    ...exchange,
    lost,
    warnings,
    commits,
    gives: (who, text) => exchange.submit(credit(who, text, { key: `gift-${who}-${text}`, at: now() })),
    order: (sentence, key, options) => exchange.submit(order(sentence, { key, at: now() }), options),
    picture: () => drawState(writer.state, markets),
  }
}

/** The faults found by the ledger check; empty if there are none. */
export const faultsOf = async (database: Database) => (await checkLedger(database)).faults

/** Books, balances, holds, answers and the next numbers, as text for comparison. */
function drawState(state: EngineState, markets: readonly Market[]): string {
  const coins = new Map(markets.flatMap(({ base, quote }) => [base, quote]).map((coin) => [coin.id, coin]))
  const purses = [...state.wallets.values()]
    .filter(({ available, blocked }) => available !== 0n || blocked !== 0n)
    .map(({ ownerId, coinId, available, blocked }) => {
      const { symbol = '?', decimals = 0 } = coins.get(coinId) ?? {}
      return `${nameOf(ownerId)}: ${formatDecimal(available, decimals)} + ${formatDecimal(blocked, decimals)} ${symbol}`
    })
  const orders = openOrdersOf(state).map(
    ({
      level: _level,
      earlier: _earlier,
      later: _later,
      wallet: _wallet,
      terms,
      arrival = { afterOrderId: 0, seq: 0 },
      ...order
    }) => line({ ...order, ...terms, ...arrival }),
  )
  return [
    ...[...state.venues.values()].map((venue) => `${venue.market.symbol} last ${venue.lastPrice}${drawBook(venue)}`),
    `ending ${state.expiries.times.map((time) => `${time}: ${state.expiries.byTime.get(time)?.size}`).join(', ')}`,
    ...purses.sort(),
    ...orders.sort(),
    ...[...state.holds.values()].map(line).sort(),
    ...state.answers
      .values()
      .map(({ userId, key, fingerprint, outcome, at }) => line({ userId, key, fingerprint, at, ...outcome }))
      .sort(),
    `next ${state.nextOrderId} ${state.nextTradeId}`,
  ].join('\n')
}

const line = (facts: object): string =>
  Object.entries(facts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${typeof value === 'object' && value ? `(${line(value)})` : value}`)
    .join(', ')
