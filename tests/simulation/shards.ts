import { type LedgerAccount, ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { SentCommand } from '#server/engine/commands.ts'
import type { Database } from '#server/store/database.ts'
import { credit, hold } from '#tests/builders/commands.ts'
import { idOf } from '#tests/builders/people.ts'
import { funds } from '#tests/builders/quantities.ts'
import { faultsOf, openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import type { Chance } from './chance.ts'

/**
 * The account of each shard through which money goes to the other: one that nothing else uses here, and that may be below zero. Both together
 * are zero once nothing is on its way.
 */
const BETWEEN: LedgerAccount = 'hot/XLM'
const AT = Date.UTC(2026, 0, 1)

/** Errors of the protocol, which the checks must notice. */
export type Slip = 'none' | 'pays in before it pays out' | 'asks under a new key' | 'forgets what it had begun'

/** Money of a user on its way from one shard to the other. It is written down before its first step. */
interface Transfer {
  readonly id: string
  readonly who: string
  readonly text: string
  readonly from: number
  isOver: boolean
}

class Lost extends Error {}
class Crash extends Error {}

/** A writer with a database of its own. */
class Shard {
  readonly database: Database
  exchange!: TestExchange

  constructor(database: Database) {
    this.database = database
  }

  /** Begins anew from the database, as after a kill. */
  async open(): Promise<void> {
    this.exchange = await openTestExchange(this.database, { now: () => AT })
  }

  /** Base units by coin of what users and the exchange's fees own here, and of what is on its way. */
  async sums(): Promise<ReadonlyMap<number, { owned: bigint; between: bigint }>> {
    const rows = await this.database.query<{ coin_id: number; owned: bigint; between: bigint }>(
      `select coin_id, coalesce(sum(available + blocked) filter (where owner_id > 0 or owner_id = $1), 0)::numeric(38, 0) as owned,
         coalesce(sum(available + blocked) filter (where owner_id = $2), 0)::numeric(38, 0) as between
       from balances group by coin_id`,
      [SYSTEM_ACCOUNT.fees, ownerIdOf(BETWEEN)],
    )
    return new Map(rows.map(({ coin_id: coinId, owned, between }) => [coinId, { owned, between }]))
  }
}

/**
 * Reserve and settle between two shards, as `src/server/SCALE.md` describes it: an amount is held where it is, posted out to the account between
 * both, and posted in on the other side; each step has a key of its own and is asked for until it is answered. Calls and answers are lost, writers
 * are killed, and the coordinator crashes and begins again with what it had written down.
 */
export class Shards {
  readonly faults: string[] = []
  readonly #chance: Chance
  readonly #slip: Slip
  readonly #shards: readonly [Shard, Shard]
  readonly #given = new Map<number, bigint>()
  #transfers: Transfer[] = []
  #tries = 0
  moved = 0

  constructor(databases: readonly [Database, Database], { chance, slip }: { chance: Chance; slip: Slip }) {
    this.#chance = chance
    this.#slip = slip
    this.#shards = [new Shard(databases[0]), new Shard(databases[1])]
  }

  async run(steps: number): Promise<void> {
    for (const shard of this.#shards) await shard.open()
    const [home] = this.#shards
    for (const [who, text] of [
      ['ali', '100 GOLD'],
      ['sara', '100000 TOMAN'],
    ] as const) {
      await home.exchange.submit(credit(who, text, { key: `gift-${who}`, at: AT }))
      const { coin, amount } = funds(text)
      this.#given.set(coin.id, amount)
    }
    for (let step = 0; step < steps && this.faults.length === 0; step += 1) {
      const next = this.#chance.weighted({ begin: 4, goOn: 4, trade: 3 })
      if (next === 'begin') this.#begin(step)
      if (next === 'trade') await this.#trade(step)
      await this.#goOn()
      await this.#check('on the way')
    }
    await this.#finish()
  }

  #begin(step: number): void {
    const who = this.#chance.of(['ali', 'sara'])
    const text = this.#chance.onceIn(2) ? `${1 + this.#chance.below(9)} GOLD` : `${100 + this.#chance.below(900)} TOMAN`
    this.#transfers.push({ id: `move-${step}`, who, text, from: this.#chance.below(2), isOver: false })
  }

  /** Both meet on the second shard, with whatever they have there. */
  async #trade(step: number): Promise<void> {
    const [, { exchange }] = this.#shards
    await exchange.order(`ali sells 1 GOLD at 100`, `sell-${step}`)
    await exchange.order(`sara buys 1 GOLD at 100`, `buy-${step}`)
  }

  async #goOn(): Promise<void> {
    const open = this.#transfers.filter(({ isOver }) => !isOver)
    if (open.length === 0) return
    const transfer = this.#chance.of(open)
    try {
      await this.#carry(transfer, { isSafe: false })
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      // The coordinator begins again with what it had written down.
      if (this.#slip === 'forgets what it had begun')
        this.#transfers = this.#transfers.filter((each) => each !== transfer)
    }
  }

  async #carry(transfer: Transfer, { isSafe }: { isSafe: boolean }): Promise<void> {
    const { id, who, text, from } = transfer
    const [source, target] = from === 0 ? this.#shards : ([this.#shards[1], this.#shards[0]] as const)
    const { coin, amount } = funds(text)
    const given = (step: string) => ({ key: this.#keyOf(`${id}-${step}`), at: AT })
    const paid = {
      type: 'credit' as const,
      userId: idOf(who),
      fingerprint: text,
      source: BETWEEN,
      coinId: coin.id,
      amount,
    }
    const payIn = async () => {
      const { key } = given('in')
      const { kind } = await this.#ask(target, { ...paid, key, reference: `between/${key}` }, { isSafe })
      if (kind !== 'moved') this.faults.push(`${id} was not let in: ${kind}`)
    }
    if (this.#slip === 'pays in before it pays out') await payIn()
    const reference = `hold/${given('hold').key}`
    const held = await this.#ask(source, hold(who, text, { ...given('hold'), reference }), { isSafe })
    transfer.isOver = held.kind === 'refused'
    if (transfer.isOver) return
    const parts = [{ account: BETWEEN, amount }]
    const settle = {
      type: 'settle' as const,
      userId: idOf(who),
      fingerprint: text,
      reference,
      parts,
      rest: 'released' as const,
    }
    await this.#ask(source, { ...settle, ...given('out') }, { isSafe })
    if (this.#slip !== 'pays in before it pays out') await payIn()
    transfer.isOver = true
    this.moved += 1
  }

  #keyOf(name: string): string {
    this.#tries += 1
    return this.#slip === 'asks under a new key' ? `${name}-${this.#tries}` : name
  }

  /** Asks until there is an answer. */
  async #ask(shard: Shard, command: SentCommand, { isSafe }: { isSafe: boolean }) {
    for (;;)
      try {
        return await this.#askOnce(shard, command, isSafe)
      } catch (error) {
        if (error instanceof Crash) throw error
        if (this.#slip === 'asks under a new key') throw new Crash()
      }
  }

  async #askOnce({ exchange, ...shard }: Shard, command: SentCommand, isSafe: boolean) {
    const fate = isSafe
      ? 'well'
      : this.#chance.weighted({
          well: 8,
          'lose the call': 1,
          'lose the answer': 1,
          kill: 1,
          crash: 1,
          'crash after': 1,
        })
    if (fate === 'lose the call') throw new Lost()
    if (fate === 'crash') throw new Crash()
    const asked = exchange.submit(command)
    if (fate === 'kill') {
      await Promise.allSettled([asked, this.#shards.find(({ database }) => database === shard.database)?.open()])
      throw new Lost()
    }
    const answer = await asked
    if (fate === 'lose the answer') throw new Lost()
    if (fate === 'crash after') throw new Crash()
    return answer
  }

  /** Everything that was begun is carried to its end. */
  async #finish(): Promise<void> {
    for (const transfer of this.#transfers.filter(({ isOver }) => !isOver))
      await this.#carry(transfer, { isSafe: true })
    await this.#check('at the end')
    for (const { database, exchange } of this.#shards) {
      this.faults.push(...(await faultsOf(database)))
      await exchange.close()
    }
  }

  async #check(when: 'on the way' | 'at the end'): Promise<void> {
    const [home, other] = await Promise.all(this.#shards.map((shard) => shard.sums()))
    for (const [coinId, given] of this.#given) {
      const owned = (home?.get(coinId)?.owned ?? 0n) + (other?.get(coinId)?.owned ?? 0n)
      const between = (home?.get(coinId)?.between ?? 0n) + (other?.get(coinId)?.between ?? 0n)
      if (owned + between !== given) this.faults.push(`${when}: coin ${coinId}: ${owned} and ${between} of ${given}`)
      if (between < 0n) this.faults.push(`${when}: coin ${coinId}: ${-between} came in that never went out`)
      if (when === 'at the end' && between !== 0n) this.faults.push(`coin ${coinId}: ${between} never arrived`)
    }
  }
}
