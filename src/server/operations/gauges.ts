import { MINUTE_MS } from '#domain/durations.ts'
import type { Exchange } from '../exchange/exchange.ts'

/** The last answer of a vendor. */
export interface VendorGauge {
  readonly vendor: string
  readonly at: number
  /** "TIMEOUT"; `undefined` if it answered. */
  readonly fault: string | undefined
  readonly answers: number
  readonly faults: number
}

/** Custody as it answered last. */
interface CustodyGauge {
  readonly reachable: boolean
  /** Whether all sending is stopped. */
  readonly stopped: boolean
  /** Whether custody reaches the node of each network. */
  readonly networks: ReadonlyMap<string, boolean>
}

/** The last comparison of custody with the ledger by this process. */
interface ComparisonGauge {
  readonly at: number
  /** The coins of networks whose count differs from the ledger; `undefined` if another process may have compared since. */
  readonly differences: number | undefined
}

/** One process asks custody, each minute at least: one that asked longer ago has lost the job to another. */
const CUSTODY_MS_MAX = 5 * MINUTE_MS

/** Command times that are kept: enough for a 99th percentile, few enough to sort on every reading. */
const TIMES_MAX = 1_000

/** The process's own measurements, in memory: the operators' first page and the metrics read the same numbers. */
export class Gauges {
  readonly #now: () => number
  readonly #times: number[] = []
  readonly #vendors = new Map<string, VendorGauge>()
  #waiting = 0
  #answered = 0
  #custody: (CustodyGauge & { readonly at: number }) | undefined
  #comparison: ComparisonGauge | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Commands waiting for their commit. */
  get waiting(): number {
    return this.#waiting
  }

  /** Commands answered since the start. */
  get answered(): number {
    return this.#answered
  }

  /** The time in milliseconds within which 99 of 100 of the last commands were answered; `undefined` before the first. */
  p99Ms(): number | undefined {
    if (this.#times.length === 0) return undefined
    const ascending = this.#times.toSorted((one, other) => one - other)
    return ascending[Math.ceil(ascending.length * 0.99) - 1]
  }

  /** Measures a command from its call to its answer. */
  async command<Result>(answering: Promise<Result>): Promise<Result> {
    const began = performance.now()
    this.#waiting += 1
    try {
      return await answering
    } finally {
      this.#waiting -= 1
      this.#times[this.#answered % TIMES_MAX] = performance.now() - began
      this.#answered += 1
    }
  }

  /** Records a vendor's answer, or the fault that took its place. */
  noteVendor(vendor: string, fault: string | undefined): void {
    const before = this.#vendors.get(vendor)
    this.#vendors.set(vendor, {
      vendor,
      at: this.#now(),
      fault,
      answers: (before?.answers ?? 0) + 1,
      faults: (before?.faults ?? 0) + (fault === undefined ? 0 : 1),
    })
  }

  /** `undefined` in a process that has not asked custody, or not lately. */
  get custody(): CustodyGauge | undefined {
    return this.#custody && this.#isNew(this.#custody) ? this.#custody : undefined
  }

  noteCustody(custody: CustodyGauge): void {
    this.#custody = { ...custody, at: this.#now() }
  }

  /** `undefined` before the first. */
  get comparison(): ComparisonGauge | undefined {
    const last = this.#comparison
    return last && !this.#isNew(last) ? { ...last, differences: undefined } : last
  }

  #isNew({ at }: { readonly at: number }): boolean {
    return this.#now() - at < CUSTODY_MS_MAX
  }

  noteComparison(differences: number): void {
    this.#comparison = { at: this.#now(), differences }
  }

  /** The vendors that were called since the start, by name. */
  vendors(): readonly VendorGauge[] {
    return [...this.#vendors.values()].sort((one, other) => (one.vendor < other.vendor ? -1 : 1))
  }
}

/** The same exchange with its commands measured. */
export const measured = (exchange: Exchange, gauges: Gauges): Exchange => ({
  ...exchange,
  submit: (command, options) => gauges.command(exchange.submit(command, options)),
})
