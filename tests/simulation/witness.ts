import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '#domain/outcome.ts'
import type { CancelOrder, Command, KeyedCommand, Result } from '#server/engine/commands.ts'
import { type Answer, ExchangeUnavailable, OutcomeUnknown } from '#server/exchange/exchange.ts'
import type { Queryable } from '#server/store/database.ts'
import { decodeOutcome } from '#server/store/exchange-rows.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { answerText, NaiveExchange, nameOf } from '#tests/oracle/naive-exchange.ts'
import { INJECTED_REFUSAL } from './life.ts'

/** A sent command, in the order of sending. */
export interface Sent {
  readonly index: number
  readonly command: Command
  /** Whether it may still be executed: nobody got an answer yet, or the outcome is unknowable. */
  isOpen: boolean
  /** Its sender knows nothing and does not try again: it may have been lost, and another may do what it was to do. */
  isGivenUp: boolean
}

/** A command that one commit executed, with its stored outcome. */
interface Done {
  readonly sent: Sent
  /** Absent for a command that is never repeated, whose answer the store does not keep. */
  readonly outcome: Outcome | undefined
  /** When it was applied. */
  readonly at: number
}

const isKeyed = (command: Command): command is KeyedCommand => 'key' in command
/** The exchange's own traders repeat nothing: the order, or the entry that ends one, is the only trace of their commands. */
const isNeverRepeated = (command: Command) => isKeyed(command) && command.isNeverRepeated === true

/**
 * Observes the exchange and the store: what is sent, what is durable after each statement, what is answered. The oracle follows the durable
 * commands in that order; every answer must be the oracle's.
 */
export class Witness {
  readonly oracle = new NaiveExchange(ARENA_MARKETS)
  readonly faults: string[] = []
  /** Answers that were given or stored and are still remembered, by `nameOf`. */
  readonly answers = new Map<string, { command: KeyedCommand; result: Result }>()
  readonly past: KeyedCommand[] = []
  answered = 0
  refused = 0
  #sent: Sent[] = []
  /** The names of all commands ever sent. */
  readonly #seen = new Set<string>()
  /** Commands that are never repeated and were found to be executed, by `nameOf`. */
  readonly #traced = new Set<string>()
  /** Commands that the last commit executed and that have not been answered yet. */
  #due: Done[] = []
  #lastSeq = 0n
  /** Earlier answers are forgotten. */
  #rememberedSince = 0
  #count = 0

  /** The names of commands without any answer. */
  get inFlight(): ReadonlySet<string> {
    return new Set(this.#sent.map(({ command }) => (isKeyed(command) ? nameOf(command) : '')))
  }

  /** Whether a command with this name was ever sent to the exchange. */
  hasSeen(command: Command): boolean {
    return isKeyed(command) && this.#seen.has(nameOf(command))
  }

  send(command: Command): Sent {
    if (isKeyed(command)) this.#seen.add(nameOf(command))
    const sent = { index: this.#count++, command, isOpen: true, isGivenUp: false }
    this.#sent.push(sent)
    return sent
  }

  /** Reads what a statement left in the store. `isAnswered`: the exchange gets its result, and must answer all of it. */
  async look(store: Queryable, { isAnswered, now }: { isAnswered: boolean; now: number }): Promise<void> {
    this.expectAllAnswered()
    const entries = await this.#newEntries(store)
    this.#followExpiries(entries, now)
    const answered = await this.#newOutcomes(store)
    const done = [
      ...answered,
      ...(await this.#newTraces(store)),
      ...(await this.#newCancels(store, { entries, answered })),
    ]
    done.sort((a, b) => a.sent.index - b.sent.index)
    if (isAnswered) this.#due = done
    else
      for (const { sent, outcome, at } of done)
        if (outcome) this.#follow(sent.command, outcome, at)
        else this.oracle.apply({ ...sent.command, at })
  }

  /**
   * Handles an answer of the exchange. A deposed process refuses by outdated knowledge: none of that is committed, so it is not checked
   * against the leader.
   */
  resolve(sent: Sent, result: Answer, { isDeposed }: { readonly isDeposed: boolean }): void {
    this.#close(sent)
    if (isDeposed && result.kind === 'refused') return
    this.answered += 1
    const { command } = sent
    const name = isKeyed(command) ? nameOf(command) : undefined
    const first = name === undefined ? undefined : this.answers.get(name)
    const place = this.#due.findIndex((done) => done.sent === sent)
    const [done] = place < 0 ? [] : this.#due.splice(place, 1)
    if (result.kind === 'refused') this.refused += 1
    if (done?.outcome && !isDeepStrictEqual(done.outcome, result))
      this.#fault(`${describe(command)} was answered ${show(result)}, stored is ${show(done.outcome)}`)
    if (result.kind !== 'refused' && !done && !first)
      this.#fault(`${describe(command)} was answered ${show(result)} before it was durable`)
    if (result.kind !== 'refused' && first && !isDeepStrictEqual(first.result, result))
      this.#fault(`${describe(command)} was answered ${show(result)}, and at first ${show(first.result)}`)
    // A repeat gets the first answer, whenever it comes.
    this.#follow(command, result, done?.at ?? (result.kind === 'refused' ? result.at : this.oracle.state.now))
  }

  /**
   * Handles a refusal to answer or an unknown outcome. The sender of a process that was killed, that closes or that has lost the store
   * knows no more than that: its last statement may still arrive, until the next process has taken the epoch. An unavailable command was
   * never sent: should it turn out to be stored, it is a fault.
   */
  reject(sent: Sent, how: { error: unknown; wasKilled: boolean; isEnding: boolean }): void {
    const { error } = how
    if (how.wasKilled || (how.isEnding && error instanceof OutcomeUnknown)) return
    // Nobody tries again, and the sent command may still arrive.
    sent.isGivenUp = isNeverRepeated(sent.command) && error instanceof OutcomeUnknown
    if (sent.isGivenUp) return
    this.#close(sent)
    if (error instanceof ExchangeUnavailable || error instanceof OutcomeUnknown) return
    if (error instanceof Error && error.message === INJECTED_REFUSAL) return
    const should = this.oracle.apply({ ...sent.command, at: this.oracle.state.now })
    this.#fault(`${describe(sent.command)} failed with ${String(error)}; it should be ${answerText(should)}`)
  }

  /** A new process has taken the epoch: statements of an old one can no longer arrive. */
  forgetOpen(): void {
    for (const sent of [...this.#sent]) this.#close(sent)
  }

  /** More than a day has passed since the last answer, and nothing is in progress. */
  forgetAnswers(now: number): void {
    this.oracle.forgetAnswers()
    this.answers.clear()
    this.#rememberedSince = now
  }

  expectAllAnswered(): void {
    for (const { sent } of this.#due) this.#fault(`${describe(sent.command)} was carried out and never answered`)
    this.#due = []
  }

  fault(words: string): void {
    this.#fault(words)
  }

  #close(sent: Sent): void {
    sent.isOpen = false
    this.#sent = this.#sent.filter((each) => each !== sent)
    if (isKeyed(sent.command) && !isNeverRepeated(sent.command)) this.past.push(sent.command)
    if (this.past.length > 300) this.past.splice(0, 100)
  }

  /** Lets the oracle execute the command, and compares. */
  #follow(command: Command, result: Result, at: number): void {
    const [said, should] = [answerText(result), answerText(this.oracle.apply({ ...command, at }))]
    if (said !== should) this.#fault(`${describe(command)} came to "${said}", it should be "${should}"`)
    if (isNeverRepeated(command)) return
    if (isKeyed(command) && result.kind !== 'refused' && !this.answers.has(nameOf(command)))
      this.answers.set(nameOf(command), { command, result })
  }

  async #newTraces(store: Queryable): Promise<Done[]> {
    const asked = this.#sent.flatMap((sent) =>
      isKeyed(sent.command) && isNeverRepeated(sent.command) && !this.#traced.has(nameOf(sent.command))
        ? { sent, key: sent.command.key, name: nameOf(sent.command) }
        : [],
    )
    if (asked.length === 0) return []
    const rows = await store.query<{ key: string; at: Date }>(
      'select client_order_id as key, created_at as at from orders where client_order_id = any($1::text[])',
      [asked.map(({ key }) => key)],
    )
    return rows.flatMap(({ key, at }) => {
      const found = asked.find((each) => each.key === key)
      if (!found) return []
      this.#traced.add(found.name)
      return { sent: found.sent, outcome: undefined, at: at.getTime() }
    })
  }

  /** Cancels that are never repeated: entries that no answered command explains are attributed to the first command for each order. */
  async #newCancels(
    store: Queryable,
    { entries, answered }: { entries: readonly EntryRow[]; answered: readonly Done[] },
  ): Promise<Done[]> {
    const done: Done[] = []
    const cancels = entries.filter(({ kind }) => kind === 'cancel')
    // The oracle may not know the order yet: its answer is on its way.
    const owners = await this.#ownersOf(store, cancels.map(orderIdOf))
    for (const entry of cancels) {
      const orderId = orderIdOf(entry)
      const userId = owners.get(orderId)
      const candidates = this.#sent.filter(
        ({ command }) => isOwnCancel(command) && command.orderId === orderId && command.userId === userId,
      )
      const sent = candidates.find(({ isGivenUp }) => !isGivenUp) ?? candidates[0]
      if (!sent) continue
      const isExplained = answered.some(
        ({ sent: { index, command } }) =>
          (command.type === 'cancelOrder' && command.orderId === orderId) ||
          (command.type === 'cancelAllOrders' && command.userId === userId && (index < sent.index || sent.isGivenUp)),
      )
      if (!isExplained) done.push({ sent, outcome: undefined, at: entry.at.getTime() })
    }
    return done
  }

  async #ownersOf(store: Queryable, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (orderIds.length === 0) return new Map()
    const rows = await store.query<{ id: bigint; user_id: bigint }>(
      'select id, user_id from orders where id = any($1::bigint[])',
      [orderIds],
    )
    return new Map(rows.map(({ id, user_id }) => [Number(id), Number(user_id)]))
  }

  async #newOutcomes(store: Queryable): Promise<Done[]> {
    const asked = this.#sent.filter(({ command }) => isKeyed(command) && !this.answers.has(nameOf(command)))
    const keys = asked.flatMap(({ command }) => (isKeyed(command) ? [command] : []))
    const rows = await store.query<{ user_id: bigint; key: string; fingerprint: string; outcome: string; at: Date }>(
      `select user_id, key, fingerprint, outcome, at from outcomes
       where (user_id, key) in (select * from unnest($1::bigint[], $2::text[])) and at >= $3`,
      [keys.map(({ userId }) => userId), keys.map(({ key }) => key), new Date(this.#rememberedSince)],
    )
    return rows.flatMap(({ user_id, key, fingerprint, outcome, at }) => {
      const sent = asked.find(
        ({ command }) =>
          isKeyed(command) &&
          command.userId === Number(user_id) &&
          command.key === key &&
          command.fingerprint === fingerprint,
      )
      if (sent) return [{ sent, outcome: decodeOutcome(outcome, at.getTime()), at: at.getTime() }]
      this.#fault(`an outcome is stored that nobody asked for: ${user_id} ${key} ${fingerprint}`)
      return []
    })
  }

  async #newEntries(store: Queryable): Promise<EntryRow[]> {
    const rows = await store.query<EntryRow>(
      'select seq, kind, reference, at from ledger_entries where seq > $1 order by seq',
      [this.#lastSeq],
    )
    this.#lastSeq = rows.at(-1)?.seq ?? this.#lastSeq
    return rows
  }

  #followExpiries(entries: readonly EntryRow[], now: number): void {
    const expired = entries.filter(({ kind }) => kind === 'expire')
    if (expired[0]) this.#expire(expired[0].at.getTime(), { ids: expired.map(orderIdOf), now })
  }

  #expire(at: number, { ids, now }: { ids: number[]; now: number }): void {
    const { state } = this.oracle
    // One entry ends both legs of an OCO order, and names the first.
    const named = state.standing().filter((order) => (state.partnerOf(order)?.id ?? order.id) >= order.id)
    this.oracle.apply({ type: 'expireOrders', at, most: 1_000 })
    const after = new Set(state.standing())
    const gone = named.flatMap((order) => (after.has(order) ? [] : order.id)).sort((a, b) => a - b)
    if (at > now) this.#fault(`orders expired at ${at}, before their time ${now}`)
    const expired = ids.toSorted((a, b) => a - b)
    if (!isDeepStrictEqual(expired, gone)) this.#fault(`orders ${ids} expired at ${at}, it should be ${gone}`)
  }

  #fault(words: string): void {
    this.faults.push(words)
  }
}

interface EntryRow {
  readonly seq: bigint
  readonly kind: string
  readonly reference: string
  readonly at: Date
}

const isOwnCancel = (command: Command): command is CancelOrder =>
  command.type === 'cancelOrder' && command.isNeverRepeated === true

const orderIdOf = ({ reference }: { reference: string }) => Number(reference.slice('order:'.length))

const show = (value: object) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

export const describe = (command: Command) => `${command.type} ${show(command)}`
