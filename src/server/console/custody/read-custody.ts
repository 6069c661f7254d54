import { setTimeout as delay } from 'node:timers/promises'
import type { CustodyResult } from '#contract/custody.ts'
import type { Coin } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { accountOf } from '#domain/ledger.ts'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'
import { readWalletSums, type WalletSum } from '../../store/console/overview.ts'
import { SerialQueue } from '../../store/serial-queue.ts'
import { countIssued } from '../../store/wallets/deposit-addresses.ts'
import { type PendingSum, sumPending } from '../../store/wallets/incoming-transfers.ts'
import { type OutgoingSum, sumOutgoing } from '../../store/wallets/outgoing-transfers.ts'
import { inLedgerUnits } from '../../wallets/chains/chain-units.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>
type CustodyStatus = CustodyResult<'status'>

/** Longer than custody waits for a node, so that one silent node does not make custody look silent. */
export const STATUS_MS_MAX = 12_000
const STATUS_AGE_MS_MAX = 5_000
/** Counting the coins of many addresses takes a node a while. */
const BALANCES_MS_MAX = 20_000
const BALANCES_AGE_MS_MAX = 60_000
/** The first page waits no longer; what answers later is shown the next time. */
const BRIEF_MS_MAX = 1_500

/** One coin in one network, in base units of the ledger. */
export interface CustodyBalance {
  readonly coin: Coin
  /** Absent if custody did not answer for the network, or does not serve the coin there. */
  readonly counted:
    | { readonly hot: bigint; readonly deposits: bigint; readonly cold: bigint | undefined; readonly all: bigint }
    | undefined
  readonly ledger: { readonly hot: bigint; readonly cold: bigint }
  readonly pending: bigint
  /** Has left the wallet, and the ledger when it is final. */
  readonly outgoing: bigint
}

interface NetworkBalances {
  readonly network: KnownNetwork
  readonly answered: boolean
  readonly coins: readonly CustodyBalance[]
}

interface Reading {
  readonly at: Date
  readonly networks: readonly NetworkBalances[]
}

/** The facts for the first page. */
interface CustodyBrief {
  readonly answers: boolean
  readonly stoppedAt: number | undefined
  readonly unreachable: readonly KnownNetwork[]
  /** Coins whose difference two readings have found; `undefined` before the first. */
  readonly differences: number | undefined
}

/** Custody as operators see it. Its answers are kept for a moment, however many operators look. */
export class CustodyWatch {
  readonly #services: Services
  readonly #status = new Kept(STATUS_AGE_MS_MAX, () => this.#askStatus())
  readonly #balances = new Kept(BALANCES_AGE_MS_MAX, () => this.#readBalances())
  #differences: ReadonlyMap<string, bigint> = new Map()
  #lasting: number | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** `undefined` if custody does not answer. */
  status(): Promise<CustodyStatus | undefined> {
    return this.#status.read(this.#nowMs())
  }

  balances(): Promise<Reading> {
    return this.#balances.read(this.#nowMs())
  }

  /** `undefined` on a server without custody. */
  async brief(): Promise<CustodyBrief | undefined> {
    if (!this.#services.custody) return undefined
    // A reading that takes longer goes on, and until it ends the last answer counts.
    await Promise.all([within(this.status(), BRIEF_MS_MAX), within(this.balances(), BRIEF_MS_MAX)])
    const status = this.#status.last
    return {
      answers: status !== undefined,
      stoppedAt: status?.stoppedAt,
      unreachable: status?.networks.flatMap(({ network, reachable }) => (reachable ? [] : network)) ?? [],
      differences: this.#lasting,
    }
  }

  /** Asks anew the next time: something was changed. */
  forgetStatus(): void {
    this.#status.forget()
  }

  async #askStatus(): Promise<CustodyStatus | undefined> {
    const reply = await within(this.#services.custody?.ask('status', {}), STATUS_MS_MAX)
    return reply?.kind === 'answered' ? reply.result : undefined
  }

  async #readBalances(): Promise<Reading> {
    const networks = await readNetworks(this.#services, await this.status())
    const differences = differencesOf(networks)
    const lasting = [...differences].filter(([place, units]) => this.#differences.get(place) === units)
    // A payment that one side sees earlier than the other makes a difference for a moment.
    this.#lasting = lasting.length
    this.#differences = differences
    return { at: this.#services.accounts.now(), networks }
  }

  readonly #nowMs = () => this.#services.accounts.now().getTime()
}

/** An answer that is read again once it is old. Concurrent calls share one reading. */
class Kept<Answer> {
  readonly #ageMsMax: number
  readonly #read: () => Promise<Answer>
  readonly #queue = new SerialQueue()
  #known: { readonly until: number; readonly answer: Answer } | undefined

  constructor(ageMsMax: number, read: () => Promise<Answer>) {
    this.#ageMsMax = ageMsMax
    this.#read = read
  }

  read(nowMs: number): Promise<Answer> {
    return this.#queue.run(async () => {
      if (!this.#known || this.#known.until <= nowMs)
        this.#known = { until: nowMs + this.#ageMsMax, answer: await this.#read() }
      return this.#known.answer
    })
  }

  get last(): Answer | undefined {
    return this.#known?.answer
  }

  forget(): void {
    if (this.#known) this.#known = { ...this.#known, until: 0 }
  }
}

/** `undefined` if there is no answer in time. */
export const within = <Answer>(asked: Promise<Answer> | undefined, msMax: number): Promise<Answer | undefined> =>
  Promise.race([asked, delay(msMax, undefined, { ref: false })])

/** The counted coins without the ledger's and those that are on their way; `undefined` if custody has not counted them. */
export const differenceOf = ({ counted, ledger, pending, outgoing }: CustodyBalance): bigint | undefined =>
  counted && counted.all + outgoing - ledger.hot - ledger.cold - pending

const differencesOf = (networks: readonly NetworkBalances[]) =>
  new Map(
    networks.flatMap(({ network, coins }) =>
      coins.flatMap((balance): [string, bigint][] => {
        const difference = differenceOf(balance)
        return difference ? [[`${network}/${balance.coin.symbol}`, difference]] : []
      }),
    ),
  )

/** All networks that custody serves or the ledger has coins in. One that does not answer in time does not keep the others from being read. */
async function readNetworks(services: Services, status: CustodyStatus | undefined): Promise<NetworkBalances[]> {
  const { database } = services.accounts
  const issued = await countIssued(database)
  const counted = await Promise.all(
    (status?.networks ?? []).map(async ({ network }) => {
      const reply = await within(services.custody?.ask('balances', { network, issued }), BALANCES_MS_MAX)
      return [network, reply?.kind === 'answered' ? reply.result.coins : undefined] as const
    }),
  )
  // After the chains, so that a deposit that is booked meanwhile is not missing from both.
  const [sums, pending, outgoing] = await Promise.all([
    readWalletSums(database),
    sumPending(database),
    sumOutgoing(database),
  ])
  const served = new Map(counted)
  return KNOWN_NETWORKS.flatMap((network) => {
    const own = status?.networks.find((each) => each.network === network)?.coins[0]?.symbol
    const found = { network, own, counted: served.get(network), sums, pending, outgoing }
    const coins = services.catalogue.coins.flatMap((coin) => balanceOf(coin, found))
    return served.has(network) || coins.length > 0 ? [{ network, answered: found.counted !== undefined, coins }] : []
  })
}

interface Found {
  readonly network: KnownNetwork
  readonly counted: CustodyResult<'balances'>['coins'] | undefined
  /** The coin of the network's fees. */
  readonly own: string | undefined
  readonly sums: readonly WalletSum[]
  readonly pending: readonly PendingSum[]
  readonly outgoing: readonly OutgoingSum[]
}

/** Of a coin that is not listed the ledger has no accounts: it is left out. */
function balanceOf(coin: Coin, { network, own, counted, sums, pending, outgoing }: Found): CustodyBalance[] {
  const row = counted?.find(({ symbol }) => symbol === coin.symbol)
  const outside = (role: 'hot' | 'cold') =>
    -sums.reduce((sum, { ownerId, coinId, units }) => {
      const account = accountOf(toCount(ownerId))
      return coinId === coin.id && account?.role === role && account.of === network ? sum + units : sum
    }, 0n)
  const ledger = { hot: outside('hot'), cold: outside('cold') }
  const waiting = pending.find(({ network: of, coinId }) => of === network && coinId === coin.id)?.units ?? 0n
  if (!row && ledger.hot === 0n && ledger.cold === 0n && waiting === 0n) return []
  const leaving = outgoing.reduce((sum, { network: of, coinId, units, fees }) => {
    if (of !== network) return sum
    return sum + (coinId === coin.id ? units : 0n) + (own === coin.symbol ? fees : 0n)
  }, 0n)
  return [{ coin, counted: row && countedOf(row, coin), ledger, pending: waiting, outgoing: leaving }]
}

/** A chain may count in finer units than the ledger: they are summed before the rest of a unit is cut. `undefined` for unreadable figures. */
function countedOf(row: CustodyResult<'balances'>['coins'][number], coin: Coin): CustodyBalance['counted'] {
  const [hot, deposits, cold] = [row.hot, row.deposits, row.cold ?? '0'].map((text) => parseDecimal(text, 0))
  if (hot === undefined || deposits === undefined || cold === undefined) return undefined
  const cut = (units: bigint) => inLedgerUnits(units, row.decimals, coin)
  return {
    ...{ hot: cut(hot), deposits: cut(deposits), all: cut(hot + deposits + cold) },
    cold: row.cold === undefined ? undefined : cut(cold),
  }
}
