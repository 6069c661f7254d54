import { amount } from '#domain/units.ts'
import type { Command } from '#server/engine/commands.ts'
import { exchangeOf, openWriter } from '#server/exchange/open-exchange.ts'
import type { Database, Queryable } from '#server/store/database.ts'
import { ARENA_COINS, ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { overWire } from '#tests/builders/over-wire.ts'
import { withoutLease } from '#tests/builders/without-lease.ts'
import { nameOf } from '#tests/oracle/naive-exchange.ts'
import { Chance } from './chance.ts'
import { compareMemory, compareStore } from './compare-all.ts'
import { drawCommands, openingCredits } from './draw-command.ts'
import { FeedReader } from './feed-reader.ts'
import { countMishap, type Figures } from './figures.ts'
import { KeptSums } from './kept-sums.ts'
import { Life } from './life.ts'
import { LossyBus } from './lossy-bus.ts'
import { LossyFeed } from './lossy-feed.ts'
import { feedOf, followOf, type Mutation } from './mutation.ts'
import { isEnding, type Process } from './process.ts'
import { Rules } from './rules.ts'
import { idle, inTurn } from './statements.ts'
import { Witness } from './witness.ts'

export interface Plan {
  readonly seed: number
  readonly steps: number
  readonly mutation?: Mutation
  /**
   * Lets a quarter of a second pass for work that runs by intervals. Nothing else may use timers, so that the same seed gives the same
   * story.
   */
  readonly tick: () => void
}

/** Runs the story of a seed on a store that contains only its catalogue. @returns the faults, as sentences */
export async function simulate(store: Database, plan: Plan, figures: Figures): Promise<readonly string[]> {
  return new Simulation(store, plan, figures).run()
}

const BEGINNING = Date.UTC(2026, 0, 1)
const DAY_MS = 24 * 3_600_000
const NO_LOG = { warn() {} }

class Simulation {
  readonly #store: Database
  readonly #plan: Plan
  readonly #figures: Figures
  readonly #chance: Chance
  readonly #witness = new Witness()
  readonly #bus: LossyBus
  readonly #feed: LossyFeed
  readonly #readers: FeedReader[] = []
  readonly #sums: KeptSums
  readonly #rules = new Rules()
  readonly #pending = new Set<Promise<void>>()
  #now = BEGINNING
  #keys = 0
  #isDangerous = false
  #process: Process | undefined

  constructor(store: Database, plan: Plan, figures: Figures) {
    this.#store = store
    this.#plan = plan
    this.#figures = figures
    this.#chance = new Chance(plan.seed)
    const note = (mishap: string) => countMishap(figures, mishap)
    const around = { chance: this.#chance, isDangerous: () => this.#isDangerous, note }
    const isInFlight = (command: Command) => 'key' in command && this.#witness.inFlight.has(nameOf(command))
    this.#bus = new LossyBus({ ...around, isInFlight, wasSent: (command) => this.#witness.hasSeen(command) })
    this.#feed = new LossyFeed(around)
    const ofSums = { feed: this.#feed, store, markets: ARENA_MARKETS, follow: followOf(plan.mutation) }
    this.#sums = new KeptSums({ ...ofSums, chance: this.#chance, isDangerous: () => this.#isDangerous })
  }

  async run(): Promise<readonly string[]> {
    const witness = this.#witness
    let process = await this.#open()
    this.#addReader()
    for (const credit of openingCredits({ newKey: this.#newKey, now: this.#now })) void this.#send(process, credit)
    await this.#settle(process)
    for (let step = 0; step < this.#plan.steps && witness.faults.length === 0; step++) {
      this.#isDangerous = true
      // Another reader begins in the middle of the story.
      if (step === 20) this.#addReader()
      process = await this.#step(process)
      this.#isDangerous = false
      if (process.life.isDead || process.lost.length > 0) process = await this.#reopen(process)
      else if (step % 5 === 0) await this.#compare(process)
    }
    if (witness.faults.length === 0) await this.#examine(process)
    for (const reader of [this.#sums, ...this.#readers]) reader.stop()
    await this.#process?.exchange.close()
    await idle()
    this.#figures.answered += witness.answered
    this.#figures.refused += witness.refused
    this.#figures.trades += witness.oracle.state.trades.length
    return witness.faults
  }

  async #step(process: Process): Promise<Process> {
    if (this.#chance.onceIn(30)) {
      await this.#letDaysPass(process)
      if (process.life.isDead || process.lost.length > 0) return process
    }
    this.#now += this.#chance.below(this.#chance.onceIn(20) ? 30_000 : 1_500)
    this.#plan.tick()
    const counting = this.#sums.count()
    for (let i = this.#chance.below(8); i >= 0; i--) this.#sendSome(process)
    const isStopped = this.#chance.onceIn(25)
    if (isStopped) await this.#close(process)
    await this.#settle(process)
    await counting
    if (isStopped) return this.#reopen(process)
    if (this.#chance.onceIn(40)) return this.#usurp(process)
    if (!this.#chance.onceIn(25)) return process
    process.life.kill()
    return process
  }

  /** The exchange is idle, so that all answers are forgotten, and everything with an expiry ends. */
  async #letDaysPass(process: Process): Promise<void> {
    this.#figures.pauses += 1
    this.#now += DAY_MS + this.#chance.below(3 * DAY_MS)
    this.#witness.forgetAnswers(this.#now)
    this.#plan.tick()
    await this.#settle(process)
  }

  /** A second process opens while the first still believes that it leads. */
  async #usurp(first: Process): Promise<Process> {
    const second = await this.#reopen(first)
    first.isDeposed = true
    if (first.life.isDead || first.lost.length > 0) return second
    for (let i = 0; i < 5; i++) this.#sendSome(first)
    await this.#settle(first)
    await this.#close(first)
    // The second process had the epoch before any of this was sent.
    this.#witness.forgetOpen()
    return second
  }

  #addReader(): void {
    const store: Queryable = { query: (sql, values) => inTurn(() => this.#store.query(sql, values)) }
    const follow = followOf(this.#plan.mutation)
    this.#readers.push(new FeedReader({ feed: this.#feed, store, markets: ARENA_MARKETS, follow }))
  }

  #sendSome(process: Process): void {
    const { inFlight, past, oracle } = this.#witness
    const commands = drawCommands({
      chance: this.#chance,
      now: this.#now,
      newKey: this.#newKey,
      standing: oracle.state.standing(),
      holds: oracle.namedHolds(),
      past,
    })
    const message = commands.filter((command) => !('key' in command) || !inFlight.has(nameOf(command)))
    this.#bus.send(message, (command) => this.#send(process, command))
  }

  #sendNothing(process: Process): void {
    const key = this.#newKey()
    void this.#send(process, { type: 'cancelOrder', userId: 1, key, fingerprint: key, orderId: 0, at: this.#now })
  }

  #send(process: Process, command: Command): Promise<void> {
    this.#figures.commands += 1
    const sent = this.#witness.send(command)
    const settled = process.exchange.submit(command).then(
      (result) => this.#witness.resolve(sent, result, process),
      (error: unknown) =>
        this.#witness.reject(sent, { error, wasKilled: process.life.isDead, isEnding: isEnding(process) }),
    )
    this.#pending.add(settled)
    return settled.finally(() => this.#pending.delete(settled))
  }

  /** Continues until every command has an answer or can never get one, and nothing else is in progress. */
  async #settle(process: Process): Promise<void> {
    const isDue = () => this.#witness.oracle.state.nextExpiry() <= this.#now
    for (let again = 0; again === 0 || (isDue() && again < 10); again++) {
      while (this.#pending.size > 0) await Promise.all(this.#pending)
      // Due orders are ended and lost state is rebuilt before this is answered; commands that others sent later are not.
      for (let sent = -1; sent !== this.#figures.commands; ) {
        this.#sendNothing(process)
        sent = this.#figures.commands
        while (this.#pending.size > 0) await Promise.all(this.#pending)
      }
    }
    await idle()
    if (!process.life.isDead) this.#witness.expectAllAnswered()
  }

  /** Starts a process, as often as it takes, and compares its state with the expected one. */
  async #reopen(old: Process): Promise<Process> {
    this.#isDangerous = true
    if (old.life.isDead || old.lost.length > 0) await this.#close(old)
    let opened: Process | undefined
    // The last statement of the old process may still be on its way, and arrive before or after the next process begins.
    if (this.#chance.onceIn(2)) await old.life.arriveLate()
    while (!opened) opened = await this.#open().catch(() => undefined)
    this.#isDangerous = false
    await old.life.arriveLate()
    this.#witness.forgetOpen()
    // Expired orders leave the books with the first command.
    await this.#compare(opened)
    return opened
  }

  async #open(): Promise<Process> {
    this.#figures.starts += 1
    const life = new Life(
      {
        store: this.#store,
        chance: this.#chance,
        mutation: this.#plan.mutation,
        isDangerous: () => this.#isDangerous,
        note: (mishap) => countMishap(this.#figures, `statement ${mishap}`),
        duringBatch: (isSlow) => this.#duringBatch(isSlow),
        afterBatch: (isAnswered) => this.#witness.look(this.#store, { isAnswered, now: this.#now }),
      },
      this.#chance.onceIn(3) ? 'postgres' : 'pglite',
    )
    const lost: string[] = []
    const writer = await openWriter({
      ...{ database: life, markets: this.#rules.markets },
      log: NO_LOG,
      lease: await withoutLease(life),
      onLost: (reason) => void lost.push(reason),
      batchMax: this.#chance.of([3, 8, 1_000]),
      answersMax: this.#chance.of([1, 50_000]),
      now: () => this.#now,
    })
    const exchange = overWire(exchangeOf(writer))
    const process: Process = { life, exchange, lost, state: () => writer.state, isClosing: false, isDeposed: false }
    exchange.subscribe(undefined, (event) => {
      // The state was rebuilt at this time, so nobody trades with orders that have expired by it.
      if (event.kind === 'snapshot') this.#witness.oracle.timeComesTo(event.at)
    })
    this.#process = process
    this.#feed.attach(feedOf(exchange, this.#plan.mutation))
    return process
  }

  #duringBatch(isSlow: boolean): void {
    if (!this.#isDangerous || !this.#process) return
    if (isSlow) this.#now += this.#chance.below(15_000)
    if (this.#chance.onceIn(3)) this.#sendSome(this.#process)
  }

  async #close(process: Process): Promise<void> {
    process.isClosing = true
    await process.exchange.close()
  }

  /**
   * Mishaps have ended, late events have arrived, a refused expiry is retried within a second, and one more commit was made: no reader has
   * missed anything.
   */
  async #compare(process: Process): Promise<void> {
    const submit = (command: Command) => this.#send(process, command)
    do await this.#settle(process)
    while (this.#bus.flush(submit))
    if (this.#witness.oracle.state.nextExpiry() <= this.#now) this.#now += 1_000
    this.#feed.flush()
    const [coin = { id: 0 }] = ARENA_COINS
    const key = this.#newKey()
    const stamped = { userId: 1, key, fingerprint: key, at: this.#now, source: 'hot/ERC20' as const }
    void submit({ type: 'credit', ...stamped, coinId: coin.id, amount: amount(1n), reference: `deposit/${key}` })
    await this.#settle(process)
    this.#witness.oracle.timeComesTo(this.#now)
    const memory = { writer: process.state(), readers: this.#readers }
    for (const difference of compareMemory(memory, { oracle: this.#witness.oracle, now: this.#now }))
      this.#witness.fault(difference)
    for (const difference of await this.#sums.differences()) this.#witness.fault(difference)
    await this.#rules.change({ exchange: process.exchange, oracle: this.#witness.oracle })
  }

  /** At the end every answer is requested again from a newly started process, and the store is counted. */
  async #examine(process: Process): Promise<void> {
    await this.#close(process)
    this.#isDangerous = false
    await process.life.arriveLate()
    const last = await this.#open()
    this.#witness.forgetOpen()
    await this.#compare(last)
    for (const { command } of [...this.#witness.answers.values()]) void this.#send(last, command)
    await this.#settle(last)
    await this.#compare(last)
    // Its own work after the last answer is finished once it has closed.
    await this.#close(last)
    const { oracle } = this.#witness
    for (const fault of await compareStore(this.#store, oracle)) this.#witness.fault(fault)
    for (const name of this.#bus.lost)
      if (oracle.answers.has(name)) this.#witness.fault(`${name} never arrived and was carried out`)
  }

  readonly #newKey = () => `key-${this.#keys++}`
}
