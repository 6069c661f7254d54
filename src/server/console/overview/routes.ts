import { FIGURE_DAYS, getFigures, getOverview } from '#contract/operations-overview.ts'
import { TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { DAY_MS } from '#domain/durations.ts'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { hasRight, type OperatorRole, PROPOSAL_KINDS, RIGHTS_OF_PROPOSALS } from '#domain/operator-rights.ts'
import { type Amount, amount } from '#domain/units.ts'
import type { WaitingKind } from '#domain/waiting-work.ts'
import { type Route, route } from '../../http/route.ts'
import { type Health, readHealth } from '../../operations/health.ts'
import { countClosed } from '../../store/accounts/console-users.ts'
import { countAdmins, readStoppedOperators } from '../../store/accounts/operators.ts'
import { countDecidable } from '../../store/accounts/proposals.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import { type PeopleFigures, readPeopleFigures, readWaiting, type Waiting } from '../../store/console/overview.ts'
import { readRules } from '../../store/console/withdrawals.ts'
import type { Queryable } from '../../store/database.ts'
import { SerialQueue } from '../../store/serial-queue.ts'
import { readMakersOff } from '../../store/trading/maker-strategies.ts'
import { readTradesOfDays } from '../../store/trading/market-days.ts'
import { readStandingHalts, type StandingHalt } from '../../store/trading/market-halts.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { CustodyWatch } from '../custody/read-custody.ts'
import { restoreOnWire } from '../restore.ts'
import { readProcessHealth } from './processes.ts'
import { createBacking, readHeld } from './read-holdings.ts'

/** The overview counts odd deposits of this period. */
const DEPOSITS_MS = 30 * 86_400_000
/** Every operator sees for this long that an operator was stopped. */
const STOPPED_MS = 7 * 86_400_000

/** The operators' first page. */
export function overviewRoutes(services: ConsoleServices, custody: Pick<CustodyWatch, 'brief'>): Route[] {
  const { accounts, catalogue, marketMakerId } = services
  const { database, now } = accounts
  const clock = () => now().getTime()
  const figures = createFigures({ database, now: clock, days: FIGURE_DAYS })
  const backing = createBacking(services)
  const toman = catalogue.coinBySymbol.get(TOMAN)
  const inToman = (units: Amount) => formatDecimal(units, toman?.decimals ?? 0)
  const healthOf = createHealth(services, custody)
  return [
    route(getOverview, async ({ caller }) => {
      const at = now()
      const [health, waiting, decidable, closed, access, restore] = await Promise.all([
        healthOf(at),
        readWaiting(database, { at, depositsSince: new Date(at.getTime() - DEPOSITS_MS) }),
        countDecidable(database, { operatorId: caller.operatorId, kinds: decidableKinds(caller.roles), at }),
        countClosed(database),
        readAccess(database, at),
        restoreOnWire(database),
      ])
      const { identities, tickets } = waiting
      return {
        baseDTO: {
          waiting: waitingOnWire(waiting),
          actionable: {
            identities: hasRight(caller.roles, 'IDENTITIES_DECIDE') ? identities.count : 0,
            tickets: hasRight(caller.roles, 'TICKETS_ANSWER') ? tickets.count : 0,
            proposals: decidable,
          },
          ...{ closed, access, restore, health },
        },
      }
    }),
    route(getFigures, async () => ({
      baseDTO: {
        days: (await figures()).map(({ volume, fees, deposited, ...counts }) => ({
          ...counts,
          volume: inToman(volume),
          fees: inToman(fees),
          deposited: inToman(deposited),
        })),
        together: await readHeld(services, [SYSTEM_ACCOUNT.otcInventory, marketMakerId]),
        inventory: await readHeld(services, [SYSTEM_ACCOUNT.otcInventory]),
        maker: await readHeld(services, [marketMakerId]),
        backing: [...(await backing())],
      },
    })),
  ]
}

/** Reads how the system stands. */
function createHealth(services: ConsoleServices, custody: Pick<CustodyWatch, 'brief'>) {
  const { accounts, catalogue, exchange, gauges, prices } = services
  const { database, now } = accounts
  const clock = () => now().getTime()
  const sources = { database, exchange, markets: catalogue.markets, prices, gauges, now: clock }
  return async (at: Date) => {
    const [health, rules, halts, makersOff, backUpAt, ofCustody, ofProcesses] = await Promise.all([
      readHealth(sources),
      readRules(database),
      readStandingHalts(database),
      readMakersOff(database),
      services.lastBackUp(),
      custody.brief(),
      readProcessHealth(database, at),
    ])
    return {
      ...healthOnWire(health),
      withdrawalsOpen: !rules.stopped,
      halts: halts.flatMap((halt) => ofMarket(halt, catalogue)),
      makersOff: makersOff.flatMap((maker) => ofMarket(maker, catalogue)),
      backUpAt: backUpAt?.toISOString() ?? null,
      custody: custodyOnWire(ofCustody),
      ...ofProcesses,
    }
  }
}

async function readAccess(database: Queryable, at: Date) {
  const stopped = await readStoppedOperators(database, new Date(at.getTime() - STOPPED_MS))
  return {
    stopped: stopped.map((each) => ({ ...each, at: each.at.toISOString() })),
    admins: await countAdmins(database),
  }
}

/** Kinds of proposals that one of these roles may decide on. */
const decidableKinds = (roles: readonly OperatorRole[]) =>
  PROPOSAL_KINDS.filter((kind) => hasRight(roles, 'PROPOSALS_DECIDE') && hasRight(roles, RIGHTS_OF_PROPOSALS[kind]))

function ofMarket<Row extends Pick<StandingHalt, 'marketId' | 'since' | 'by'>>(
  { marketId, since, by, ...row }: Row,
  { markets }: Pick<Catalogue, 'markets'>,
) {
  // Operators can do nothing more in a market that has ended.
  const market = markets.find(({ id }) => id === marketId)
  return market?.active ? [{ ...row, marketType: market.symbol, since: since.toISOString(), by: by ?? null }] : []
}

const queueOnWire = ({ count, oldest }: Waiting) => ({ count, oldest: oldest?.toISOString() ?? null })

const waitingOnWire = (waiting: Readonly<Record<WaitingKind, Waiting>>) => ({
  identities: queueOnWire(waiting.identities),
  tickets: queueOnWire(waiting.tickets),
  withdrawals: queueOnWire(waiting.withdrawals),
  custody: queueOnWire(waiting.custody),
  payouts: queueOnWire(waiting.payouts),
  deliveries: queueOnWire(waiting.deliveries),
  deposits: queueOnWire(waiting.deposits),
  proposals: queueOnWire(waiting.proposals),
})

const rounded = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms * 10) / 10)
const instant = (ms: number) => new Date(ms).toISOString()

const healthOnWire = ({ at, writer, database, prices, vendors }: Health) => ({
  at: instant(at),
  writer: {
    ...writer,
    epoch: writer.epoch ?? null,
    answeredMs: rounded(writer.answeredMs),
    p99Ms: rounded(writer.p99Ms),
  },
  database: { engine: database.engine, latencyMs: rounded(database.latencyMs) },
  prices: {
    at: prices.at === undefined ? null : instant(prices.at),
    stale: prices.stale,
    staleMarkets: [...prices.staleMarkets],
  },
  vendors: vendors.map((vendor) => ({ ...vendor, at: instant(vendor.at), fault: vendor.fault ?? null })),
})

const custodyOnWire = (custody: Awaited<ReturnType<CustodyWatch['brief']>>) =>
  custody
    ? {
        answers: custody.answers,
        stoppedAt: custody.stoppedAt === undefined ? null : instant(custody.stoppedAt),
        unreachable: [...custody.unreachable],
        differences: custody.differences ?? null,
      }
    : null

/** The maximum age of the figures. */
const KEPT_MS = 30_000

interface FiguresOfDay extends PeopleFigures {
  /** The day in Tehran, "2026-11-22". */
  readonly day: string
  readonly trades: number
  /** In Toman's base units, at the prices of the time. */
  readonly volume: Amount
  /** Charged by the exchange, before the inviters' share. */
  readonly fees: Amount
}

/**
 * The figures of the last days, today last. Trades are already summed by day; the people of past days are counted once. Concurrent
 * calls share one computation.
 */
export function createFigures({ database, now, days }: { database: Queryable; now: () => number; days: number }) {
  const over = new Map<number, PeopleFigures>()
  let kept: { readonly newest: number; readonly until: number; readonly figures: readonly FiguresOfDay[] } | undefined
  const queue = new SerialQueue()
  const countPeople = (day: number) => {
    const from = new Date(day * DAY_MS - TEHRAN_OFFSET_MS)
    return readPeopleFigures(database, { from, to: new Date(from.getTime() + DAY_MS) })
  }
  const read = async (newest: number): Promise<FiguresOfDay[]> => {
    const first = newest - days + 1
    const traded = new Map(
      (await readTradesOfDays(database, { from: nameOf(first), to: nameOf(newest) })).map((row) => [row.day, row]),
    )
    const figures: FiguresOfDay[] = []
    for (let number = first; number <= newest; number++) {
      const people = over.get(number) ?? (await countPeople(number))
      if (number < newest) over.set(number, people)
      const { trades = 0, volume = 0n, fees = 0n } = traded.get(nameOf(number)) ?? {}
      figures.push({ day: nameOf(number), trades, volume: amount(volume), fees: amount(fees), ...people })
    }
    for (const number of over.keys()) if (number < first) over.delete(number)
    return figures
  }
  return (): Promise<readonly FiguresOfDay[]> =>
    queue.run(async () => {
      const at = now()
      const newest = Math.floor((at + TEHRAN_OFFSET_MS) / DAY_MS)
      if (kept?.newest !== newest || kept.until <= at)
        kept = { newest, until: at + KEPT_MS, figures: await read(newest) }
      return kept.figures
    })
}

const nameOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
