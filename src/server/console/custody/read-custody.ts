import type { CustodyResult } from '#contract/custody.ts'
import type { KnownNetwork } from '#domain/networks.ts'
import { SerialQueue } from '../../store/serial-queue.ts'
import {
  compareCustody,
  differenceOf,
  type NetworkBalances,
  STATUS_MS_MAX,
  within,
} from '../../wallets/chains/compare-custody.ts'
import type { ConsoleServices } from '../console-services.ts'

type Services = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'custody'>
type CustodyStatus = CustodyResult<'status'>

const STATUS_AGE_MS_MAX = 5_000
const BALANCES_AGE_MS_MAX = 60_000
/** The first page waits no longer; what answers later is shown the next time. */
const BRIEF_MS_MAX = 1_500

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
    const { accounts, ...services } = this.#services
    const networks = await compareCustody({ ...services, ...accounts }, await this.status())
    const differences = differencesOf(networks)
    const lasting = [...differences].filter(([place, units]) => this.#differences.get(place) === units)
    // A payment that one side sees earlier than the other makes a difference for a moment.
    this.#lasting = lasting.length
    this.#differences = differences
    return { at: accounts.now(), networks }
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

const differencesOf = (networks: readonly NetworkBalances[]) =>
  new Map(
    networks.flatMap(({ network, coins }) =>
      coins.flatMap((balance): [string, bigint][] => {
        const difference = differenceOf(balance)
        return difference ? [[`${network}/${balance.coin.symbol}`, difference]] : []
      }),
    ),
  )
