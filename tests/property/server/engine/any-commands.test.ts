import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayGoNegative } from '#domain/ledger.ts'
import { isStanding, type OrderStatus, TRANSITIONS } from '#domain/order.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command, Result } from '#server/engine/commands.ts'
import { createJournal, type Journal } from '#server/engine/journal.ts'
import type { BookSide, Order } from '#server/engine/order.ts'
import { createState, type EngineState } from '#server/engine/state.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { openOrdersOf } from '#tests/builders/open-orders.ts'
import { commandStream } from '#tests/builders/random-commands.ts'

interface Run {
  readonly state: EngineState
  readonly journal: Journal
  readonly results: Result[]
}

function run(commands: readonly Command[], look: (state: EngineState) => void = () => undefined): Run {
  const state = createState(ARENA_MARKETS)
  const journal = createJournal()
  const results = commands.map((command) => {
    const result = apply(state, command, journal)
    look(state)
    return result
  })
  return { state, journal, results }
}

const balancesOf = ({ wallets }: EngineState) =>
  [...wallets.values()].map(({ ownerId, coinId, available, blocked }) => ({ ownerId, coinId, available, blocked }))

const always = (check: (commands: Command[]) => void) => fc.assert(fc.property(commandStream, check), { numRuns: 100 })

test('streams do execute commands of every kind', () => {
  const seen = new Map<string, number>()
  const count = (word: string) => seen.set(word, (seen.get(word) ?? 0) + 1)
  for (const commands of fc.sample(commandStream, { numRuns: 300, seed: 1405 })) {
    const { journal, results } = run(commands)
    for (const entry of journal.entries) count(entry.kind)
    for (const result of results) if (result.kind === 'refused') count(result.code)
    if (journal.trades.some(({ makerOrderId }) => makerOrderId !== undefined)) count('trade')
    for (const { status, arrival } of journal.orders) {
      count(status)
      if (arrival) count('a triggered stop')
    }
  }
  const words = [
    'credit',
    'hold',
    'release',
    'settle',
    'quick_trade',
    'order',
    'cancel',
    'trade',
    'NOT_ENOUGH_BALANCE',
    'NO_LIQUIDITY',
  ]
  const more = [
    'HOUSE_LIMIT_REACHED',
    'ORDER_NOT_OPEN',
    'HOLD_NOT_FOUND',
    'POST_ONLY_WOULD_TRADE',
    'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER',
    'FILL_OR_KILL_NOT_FILLABLE',
    'IS_OPEN',
    'PENDING',
    'EXPIRED',
    'FINISHED_WITHOUT_TRANSACTION',
    'expire',
    'amend',
    'a triggered stop',
  ]
  for (const word of [...words, ...more]) expect(seen.get(word) ?? 0, word).toBeGreaterThan(5)
})

test('no coin is made or lost: after every command all accounts of a coin sum to zero', () => {
  always((commands) => {
    run(commands, ({ wallets }) => {
      const sums = new Map<number, bigint>()
      for (const { coinId, available, blocked } of wallets.values())
        sums.set(coinId, (sums.get(coinId) ?? 0n) + available + blocked)
      expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([])
    })
  })
})

test('nothing is owed by anybody but the sources', () => {
  always((commands) => {
    run(commands, ({ wallets }) => {
      for (const { ownerId, available, blocked } of wallets.values()) {
        expect(blocked >= 0n).toBe(true)
        expect(available >= 0n || mayGoNegative(ownerId)).toBe(true)
      }
    })
  })
})

test('the postings of every entry sum to zero per coin, and all of them make the balances', () => {
  always((commands) => {
    const { state, journal } = run(commands)
    const balances = new Map<unknown, bigint>()
    const sums = new Map<string, bigint>()
    for (const { seq, ownerId, coinId, bucket, amount } of journal.postings) {
      const part = `${coinId} in entry ${seq}`
      sums.set(part, (sums.get(part) ?? 0n) + amount)
      const account = `${ownerId} ${coinId} ${bucket}`
      balances.set(account, (balances.get(account) ?? 0n) + amount)
    }
    for (const [part, sum] of sums) expect(sum, part).toBe(0n)
    for (const { ownerId, coinId, available, blocked } of state.wallets.values()) {
      expect(balances.get(`${ownerId} ${coinId} available`) ?? 0n).toBe(available)
      expect(balances.get(`${ownerId} ${coinId} blocked`) ?? 0n).toBe(blocked)
    }
  })
})

test('what is blocked is what open orders and holds need, no more and no less', () => {
  always((commands) => {
    run(commands, (state) => {
      const { wallets, holds, venues } = state
      const needed = new Map<string, bigint>()
      const need = (userId: number, coinId: number | undefined, amount: bigint) =>
        needed.set(`${userId} ${coinId}`, (needed.get(`${userId} ${coinId}`) ?? 0n) + amount)
      for (const { userId, side, held, marketId } of openOrdersOf(state)) {
        const market = venues.get(marketId)?.market
        need(userId, side === 'BUY' ? market?.quote.id : market?.base.id, held)
      }
      for (const { userId, coinId, amount, settled } of holds.values()) need(userId, coinId, amount - settled)
      for (const { ownerId, coinId, blocked } of wallets.values())
        expect(needed.get(`${ownerId} ${coinId}`) ?? 0n).toBe(blocked)
    })
  })
})

test('what leaves a hold by all its settlements is what it says, and never more than was held', () => {
  always((commands) => {
    const { journal } = run(commands)
    const settlements = new Map(
      journal.entries.flatMap(({ seq, kind, reference }) => (kind === 'settle' ? [[seq, reference] as const] : [])),
    )
    const left = new Map<string, bigint>()
    for (const { seq, ownerId, amount } of journal.postings) {
      const reference = ownerId < 0 ? settlements.get(seq) : undefined
      if (reference !== undefined) left.set(reference, (left.get(reference) ?? 0n) + amount)
    }
    for (const { reference, amount, settled, status } of journal.holds) {
      expect(left.get(reference) ?? 0n, reference).toBe(settled)
      expect(settled).toBeLessThanOrEqual(amount)
      expect(status === 'HELD' ? settled < amount : (status === 'SETTLED') === settled > 0n, status).toBe(true)
    }
  })
})

test('books are never crossed, their levels are sorted, and a level has the volume of its orders', () => {
  always((commands) => {
    run(commands, ({ venues, orders }) => {
      for (const { book } of venues.values()) {
        const [bid, ask] = [book.bids.levels.at(-1)?.price, book.asks.levels.at(-1)?.price]
        if (bid !== undefined && ask !== undefined) expect(bid < ask).toBe(true)
        checkSide(book.bids, orders)
        checkSide(book.asks, orders)
      }
    })
  })
})

function checkSide({ levels, side }: BookSide, orders: EngineState['orders']): void {
  levels.forEach((level, i) => {
    const worse = levels[i - 1]?.price
    if (worse !== undefined) expect(side === 'BUY' ? worse < level.price : worse > level.price).toBe(true)
    let volume = 0n
    let newest: Order | undefined
    for (let order = level.first; order; order = order.later) {
      expect(orders.get(order.userId)?.get(order.id)).toBe(order)
      if (newest) expect(cameBefore(newest, order)).toBe(true)
      newest = order
      volume += order.amount - order.executed
    }
    expect(volume).toBe(level.volume)
  })
}

/** Orders arrive when they are placed; a stop when it was triggered, which its entry shows. */
function cameBefore(one: Order, other: Order): boolean {
  const places = [one, other].map(({ id, arrival }) => arrival ?? { afterOrderId: id, seq: 0 })
  const [first = { afterOrderId: 0, seq: 0 }, second = first] = places
  return (
    first.afterOrderId < second.afterOrderId || (first.afterOrderId === second.afterOrderId && first.seq < second.seq)
  )
}

test('no order ever goes from one status to another but along the table, and a final one stays', () => {
  always((commands) => {
    const seen = new Map<Order, OrderStatus>()
    const state = createState(ARENA_MARKETS)
    const journal = createJournal()
    for (const command of commands) {
      apply(state, command, journal)
      for (const order of journal.orders) {
        const { status } = order
        const before = seen.get(order) ?? firstStatuses(order)
        if (before !== status) expect(isReachable(before, status), `${before} → ${status}`).toBe(true)
        seen.set(order, status)
        expect(state.orders.get(order.userId)?.has(order.id) ?? false, status).toBe(isStanding(status))
      }
    }
  })
})

const firstStatuses = ({ kind }: Order): OrderStatus =>
  kind === 'EXCHANGE' ? 'DONE' : kind === 'STOP_LIMIT' ? 'PENDING' : 'IS_OPEN'

/** One command may take several steps. */
const isReachable = (from: OrderStatus, to: OrderStatus): boolean =>
  TRANSITIONS[from].some((next) => next === to || isReachable(next, to))

test('the same commands give the same journal and the same state', () => {
  always((commands) => {
    const [once, again] = [run(commands), run(commands)]
    expect(again).toEqual(once)
    expect(balancesOf(again.state)).toEqual(balancesOf(once.state))
  })
})

test('commands that are repeated anywhere change nothing and are answered alike', () => {
  const repeats = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 })
  fc.assert(
    fc.property(commandStream, repeats, (commands, places) => {
      const once = run(commands)
      const executed = commands.filter((command, i) => 'key' in command && isAnswer(once.results[i]))
      const stream = [...commands]
      for (const [which, where] of places) {
        const again = executed[which % executed.length]
        if (!again) continue
        const first = stream.indexOf(again)
        stream.splice(first + 1 + (where % (stream.length - first)), 0, again)
      }
      const more = run(stream)
      expect(more.journal).toEqual(once.journal)
      stream.forEach((command, i) => {
        expect(more.results[i]).toEqual(once.results[commands.indexOf(command)])
      })
    }),
    { numRuns: 100 },
  )
})

/** Whether an outcome is remembered under the key of a command; that of an unfinished command is not yet. */
const isAnswer = (result: Result | undefined) => result?.kind !== 'refused' && result?.kind !== 'unfinished'
