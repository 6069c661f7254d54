import type { Command } from '#server/engine/commands.ts'
import type { EngineState } from '#server/engine/state.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { exchangeOf, openWriter } from '#server/exchange/open-exchange.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/ledger-check.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { compareState } from '#tests/oracle/compare-state.ts'
import { nameOf } from '#tests/oracle/naive-exchange.ts'
import { Chance } from './chance.ts'
import { drawCommands, openingCredits } from './draw-command.ts'
import { Life, type Mishap } from './life.ts'
import type { Mutation } from './mutation.ts'
import { Witness } from './witness.ts'

/** What came to pass, in numbers. */
export interface Figures {
  commands: number
  answered: number
  refused: number
  trades: number
  starts: number
  /** How often days passed in which nobody asked for anything. */
  pauses: number
  readonly mishaps: Map<Mishap, number>
}

export interface Plan {
  readonly seed: number
  readonly steps: number
  readonly mutation?: Mutation
  /** Lets a quarter of a second pass for whatever waits by intervals. Nothing else may: only so is a story told twice the same. */
  readonly tick: () => void
}

/** Lets a seed's story come to pass on a store that is empty but for its catalogue. @returns what went wrong, in words */
export async function simulate(store: Database, plan: Plan, figures: Figures): Promise<readonly string[]> {
  return new Simulation(store, plan, figures).run()
}

interface Process {
  readonly life: Life
  readonly exchange: Exchange
  readonly lost: string[]
  readonly state: () => EngineState
  /** It was told to close. */
  isClosing: boolean
}

/** It goes without knowing what became of its last statement, or can never know. */
const isEnding = ({ isClosing, lost }: Process) => isClosing || lost.length > 0

const BEGINNING = Date.UTC(2026, 0, 1)
const DAY_MS = 24 * 3_600_000
const NO_LOG = { warn() {} }

class Simulation {
  readonly #store: Database
  readonly #plan: Plan
  readonly #figures: Figures
  readonly #chance: Chance
  readonly #witness = new Witness()
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
  }

  async run(): Promise<readonly string[]> {
    const witness = this.#witness
    let process = await this.#open()
    for (const credit of openingCredits({ newKey: this.#newKey, now: this.#now })) this.#send(process, credit)
    await this.#settle(process)
    for (let step = 0; step < this.#plan.steps && witness.faults.length === 0; step++) {
      this.#isDangerous = true
      process = await this.#step(process)
      this.#isDangerous = false
      if (process.life.isDead || process.lost.length > 0) process = await this.#reopen(process)
      else if (step % 5 === 0) this.#compare(process)
    }
    if (witness.faults.length === 0) await this.#examine(process)
    await this.#process?.exchange.close()
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
    for (let i = this.#chance.below(8); i >= 0; i--) this.#sendSome(process)
    const isStopped = this.#chance.onceIn(25)
    if (isStopped) await this.#close(process)
    await this.#settle(process)
    if (isStopped) return this.#reopen(process)
    if (this.#chance.onceIn(40)) return this.#usurp(process)
    if (!this.#chance.onceIn(25)) return process
    process.life.kill()
    return process
  }

  /** The exchange is idle, so that whatever was answered is forgotten, and whatever has a time ends. */
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
    if (first.life.isDead || first.lost.length > 0) return second
    for (let i = 0; i < 5; i++) this.#sendSome(first)
    await this.#settle(first)
    await this.#close(first)
    // The second had the epoch before any of this was sent.
    this.#witness.forgetOpen()
    return second
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
    for (const command of commands)
      if (!('key' in command) || !inFlight.has(nameOf(command))) this.#send(process, command)
  }

  #sendNothing(process: Process): void {
    const key = this.#newKey()
    this.#send(process, { type: 'cancelOrder', userId: 1, key, fingerprint: key, orderId: 0, at: this.#now })
  }

  #send(process: Process, command: Command): void {
    const sent = this.#witness.send(command)
    this.#figures.commands += 1
    const settled = process.exchange.submit(command).then(
      (result) => this.#witness.resolve(sent, result),
      (error: unknown) =>
        this.#witness.reject(sent, { error, wasKilled: process.life.isDead, isEnding: isEnding(process) }),
    )
    this.#pending.add(settled)
    void settled.finally(() => this.#pending.delete(settled))
  }

  /** Until every command has an answer, or can have none any more, and nothing else is under way. */
  async #settle(process: Process): Promise<void> {
    const isDue = () => this.#witness.oracle.state.nextExpiry() <= this.#now
    for (let again = 0; again === 0 || (isDue() && again < 10); again++) {
      while (this.#pending.size > 0) await Promise.all(this.#pending)
      // What is due is ended, and what was lost is rebuilt, before this is answered; but not what others sent behind it.
      for (let sent = -1; sent !== this.#figures.commands; ) {
        this.#sendNothing(process)
        sent = this.#figures.commands
        while (this.#pending.size > 0) await Promise.all(this.#pending)
      }
    }
    if (!process.life.isDead) this.#witness.expectAllAnswered()
  }

  /** Starts a process as often as it takes, and compares what it found with what must be. */
  async #reopen(old: Process): Promise<Process> {
    this.#isDangerous = true
    if (old.life.isDead || old.lost.length > 0) await this.#close(old)
    let opened: Process | undefined
    // Its last statement may still be on its way, and arrive before the next process begins or after.
    if (this.#chance.onceIn(2)) await old.life.arriveLate()
    while (!opened) opened = await this.#open().catch(() => undefined)
    this.#isDangerous = false
    await old.life.arriveLate()
    this.#witness.forgetOpen()
    await this.#compareOpened(opened)
    return opened
  }

  /** What has expired is off the books from the first command on. */
  async #compareOpened(opened: Process): Promise<void> {
    await this.#settle(opened)
    this.#compare(opened)
  }

  async #open(): Promise<Process> {
    this.#figures.starts += 1
    const life = new Life(
      {
        store: this.#store,
        chance: this.#chance,
        mutation: this.#plan.mutation,
        isDangerous: () => this.#isDangerous,
        note: (mishap) => void this.#figures.mishaps.set(mishap, (this.#figures.mishaps.get(mishap) ?? 0) + 1),
        duringBatch: (isSlow) => this.#duringBatch(isSlow),
        afterBatch: (isAnswered) => this.#witness.look(this.#store, { isAnswered, now: this.#now }),
      },
      this.#chance.onceIn(3) ? 'postgres' : 'pglite',
    )
    const lost: string[] = []
    const writer = await openWriter({
      database: life,
      markets: ARENA_MARKETS,
      log: NO_LOG,
      onLost: (reason) => void lost.push(reason),
      batchMax: this.#chance.of([3, 8, 1_000]),
      answersMax: this.#chance.of([1, 50_000]),
      now: () => this.#now,
    })
    const exchange = exchangeOf(writer)
    const process: Process = { life, exchange, lost, state: () => writer.state, isClosing: false }
    exchange.subscribe(undefined, (event) => {
      // Built anew, at this time: what has expired by it is traded with no more.
      if (event.kind === 'snapshot') this.#witness.oracle.timeComesTo(event.at)
    })
    this.#process = process
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

  #compare({ state }: Process): void {
    this.#witness.oracle.timeComesTo(this.#now)
    for (const difference of this.#differences(state())) this.#witness.fault(difference)
  }

  #differences(state: EngineState): string[] {
    const { oracle } = this.#witness
    const found = state.answers.values().filter(({ userId, key }) => state.answers.find(userId, key, this.#now))
    const remembered = new Set(found.map(nameOf))
    const wrong = [...remembered].filter((name) => !oracle.answers.has(name))
    // Where memory cannot hold all, the store is asked about the others.
    const missing = state.answers.isComplete(this.#now)
      ? [...oracle.answers.keys()].filter((name) => !remembered.has(name))
      : []
    const answers =
      wrong.length + missing.length === 0 ? [] : [`answers: ${wrong} are remembered and ${missing} are not`]
    return [...compareState(state, oracle.state, ARENA_MARKETS), ...answers]
  }

  /** At the end every answer is asked for once more of a process that has just started, and the store is counted. */
  async #examine(process: Process): Promise<void> {
    await this.#close(process)
    this.#isDangerous = false
    const last = await this.#reopenCalmly(process)
    for (const { command } of [...this.#witness.answers.values()]) this.#send(last, command)
    await this.#settle(last)
    this.#compare(last)
    // What it does for itself after the last answer, it has done when it has closed.
    await this.#close(last)
    const { state, answers } = this.#witness.oracle
    const [counted] = await this.#store.query<{ orders: number; trades: number; outcomes: number }>(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from trades) as trades,
        (select count(*)::int from outcomes) as outcomes`,
    )
    const should = {
      orders: state.orders.length,
      trades: state.trades.length,
      outcomes: answers.size,
    }
    if (JSON.stringify(counted) !== JSON.stringify(should))
      this.#witness.fault(`the store has ${JSON.stringify(counted)}, should have ${JSON.stringify(should)}`)
    for (const fault of (await checkLedger(this.#store)).faults) this.#witness.fault(`ledger: ${fault}`)
  }

  async #reopenCalmly(old: Process): Promise<Process> {
    await old.life.arriveLate()
    const opened = await this.#open()
    this.#witness.forgetOpen()
    await this.#compareOpened(opened)
    return opened
  }

  readonly #newKey = () => `key-${this.#keys++}`
}
