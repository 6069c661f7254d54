import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Market } from '#domain/market.ts'
import type { Trade } from '#domain/trade.ts'
import { apply } from '#server/engine/apply.ts'
import { createJournal, type Journal } from '#server/engine/journal.ts'
import type { Order } from '#server/engine/order.ts'
import { createState } from '#server/engine/state.ts'
import { orderOnWire, type TradeOnWire, tradeOnWire } from '#server/trading/order-on-wire.ts'
import { ARENA_COINS, ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { commandStream } from '#tests/builders/random-commands.ts'

/** The figure that a reader of the screen sees, in base units. */
function read(text: string | undefined, symbol: string): bigint {
  const coin = ARENA_COINS.find((each) => each.symbol === symbol)
  const units = parseDecimal(showDecimal(text ?? '', 'en').replaceAll(',', ''), coin?.decimals ?? 0)
  if (units === undefined) throw new Error(`${text} of ${symbol} cannot be read`)
  return units
}

function marketOf({ marketId }: { marketId: number }): Market {
  const market = ARENA_MARKETS.find(({ id }) => id === marketId)
  if (!market) throw new Error(`no market ${marketId}`)
  return market
}

/** The row of a trade in the list of one party. */
function rowOf(trade: Trade, { id, side, kind }: Order): TradeOnWire {
  const fee = id === trade.takerOrderId ? trade.takerFee : trade.makerFee
  return tradeOnWire({ ...trade, side, kind, fee }, marketOf(trade))
}

/** The displayed gains and losses, by owner and coin. */
class Shown {
  readonly moved = new Map<string, bigint>()

  add(ownerId: number, symbol: string, units: bigint): void {
    const name = `${ownerId} ${symbol}`
    const sum = (this.moved.get(name) ?? 0n) + units
    if (sum === 0n) this.moved.delete(name)
    else this.moved.set(name, sum)
  }
}

/** The changes of people's wallets by postings, without outside payments. */
function movedBy({ entries, postings, rewards }: Journal): Map<string, bigint> {
  const ofTrading = new Set(entries.flatMap(({ seq, kind }) => (kind === 'credit' || kind === 'settle' ? [] : [seq])))
  const moved = new Shown()
  const symbolOf = (coinId: number) => ARENA_COINS.find(({ id }) => id === coinId)?.symbol ?? ''
  for (const { seq, ownerId, coinId, amount } of postings)
    if (ownerId > 0 && ofTrading.has(seq)) moved.add(ownerId, symbolOf(coinId), amount)
  for (const { inviterId, inviteeId, coinId, amount, friendAmount } of rewards) {
    moved.add(inviterId, symbolOf(coinId), -amount)
    moved.add(inviteeId, symbolOf(coinId), -friendAmount)
  }
  return moved.moved
}

test('what is shown of an order is the sum of its shown trades, and what its owner gained and lost, to the last digit', () => {
  let traded = 0
  fc.assert(
    fc.property(commandStream, (commands) => {
      const state = createState(ARENA_MARKETS)
      const journal = createJournal()
      for (const command of commands) apply(state, command, journal)
      const shown = new Shown()
      for (const order of journal.orders) {
        const { base, quote } = marketOf(order)
        const list = orderOnWire(order, marketOf(order))
        const trades = journal.trades
          .filter(({ takerOrderId, makerOrderId }) => order.id === takerOrderId || order.id === makerOrderId)
          .map((trade) => rowOf(trade, order))
        const [came, went] = order.side === 'BUY' ? [base.symbol, quote.symbol] : [quote.symbol, base.symbol]
        const sum = (of: (trade: TradeOnWire) => bigint) => trades.reduce((total, trade) => total + of(trade), 0n)
        expect(read(list.executedAmount, base.symbol)).toBe(sum(({ amount }) => read(amount, base.symbol)))
        expect(read(list.executedValue, quote.symbol)).toBe(sum(({ wholePrice }) => read(wholePrice, quote.symbol)))
        expect(read(list.wage, came)).toBe(sum(({ wage }) => read(wage, came)))
        const received = read(list.received, came)
        expect(received).toBe(sum((trade) => read(trade.received, came)))
        const [gross, paid] =
          order.side === 'BUY' ? [list.executedAmount, list.executedValue] : [list.executedValue, list.executedAmount]
        expect(received).toBe(read(gross, came) - read(list.wage, came))
        shown.add(order.userId, came, received)
        shown.add(order.userId, went, -read(paid, went))
        traded += trades.length
      }
      expect(shown.moved).toEqual(movedBy(journal))
    }),
    { numRuns: 100 },
  )
  expect(traded).toBeGreaterThan(100)
})
