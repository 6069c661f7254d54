import { SYSTEM_OWNER } from '#domain/ledger.ts'
import type { Command, EndHold, HoldFunds, KeyedCommand, QuickTrade } from '#server/engine/commands.ts'
import { NaiveExchange } from '#tests/builders/naive-exchange.ts'
import { sum, worth } from '#tests/builders/naive-figures.ts'
import { marketOfId } from '#tests/builders/random-commands.ts'

/** What the naive house says of a command that must be thrown out as a fault of its sender. */
export const POISON = 'poison'

/**
 * The naive exchange with everything else that can be asked of a house: holds, quick trades, and answers that are remembered under
 * their keys. It decides what must be true.
 */
export class NaiveHouse extends NaiveExchange {
  readonly holds = new Map<string, HoldFunds>()
  /** What was answered and is remembered, by `nameOf`. */
  readonly answers = new Map<string, { fingerprint: string; words: string }>()
  quickTrades = 0
  /** References of credits and of holds: a payment is credited once, and a name stands for one hold for ever. */
  readonly #used = new Set<string>()

  /** Carries a command out, in the words of `inNaiveWords`; a refusal is its code and changes nothing. */
  apply(command: Command): string {
    if (command.type === 'cancelOrder') return this.cancel(command.userId, command.orderId)
    if (command.type === 'expireOrders') return this.expire(command.at, command.most)
    const { fingerprint, objection } = command
    const known = this.answers.get(nameOf(command))
    if (known) return known.fingerprint === fingerprint ? known.words : 'IDEMPOTENCY_KEY_REUSED'
    if (objection) return objection
    const words = this.#carryOut(command)
    if (!isRefusal(words) && words !== POISON) this.answers.set(nameOf(command), { fingerprint, words })
    return words
  }

  /** More than a day has passed: whoever uses an old key from now on asks for something new. */
  forgetAnswers(): void {
    this.answers.clear()
  }

  override blocked(userId: number, coinId: number): bigint {
    const holds = [...this.holds.values()].filter((hold) => hold.userId === userId && hold.coinId === coinId)
    return super.blocked(userId, coinId) + sum(holds.map(({ amount }) => amount))
  }

  /** Orders on the book and stops that wait, by their ids. */
  standing(): number[] {
    return [...this.orders, ...this.stops].map(({ id }) => id)
  }

  /** When the next order ends by time; never, where none does. */
  nextExpiry(): number {
    return Math.min(...[...this.orders, ...this.stops].map(({ terms }) => terms.expiresAt ?? Number.POSITIVE_INFINITY))
  }

  #free(userId: number, coinId: number): bigint {
    return this.total(userId, coinId) - this.blocked(userId, coinId)
  }

  #carryOut(command: KeyedCommand): string {
    switch (command.type) {
      case 'placeOrder':
        return this.place(command, marketOfId(command.marketId))
      case 'quickTrade':
        return this.#quickTrade(command)
      case 'credit': {
        const { userId, coinId, amount, source, reference } = command
        if (this.#used.has(reference)) return POISON
        this.#used.add(reference)
        this.#move({ coinId, from: SYSTEM_OWNER[source], to: userId, quantity: amount })
        return 'moved'
      }
      case 'hold':
        return this.#hold(command)
      case 'release':
      case 'settle':
        return this.#end(command)
    }
  }

  #hold(command: HoldFunds): string {
    const { userId, coinId, amount, reference } = command
    if (this.holds.has(reference)) return POISON
    if (this.#free(userId, coinId) < amount) return 'NOT_ENOUGH_BALANCE'
    if (this.#used.has(reference)) return POISON
    this.#used.add(reference)
    this.holds.set(reference, command)
    return 'moved'
  }

  #end({ type, userId, reference, source }: EndHold): string {
    const hold = this.holds.get(reference)
    if (!hold || hold.userId !== userId) return 'HOLD_NOT_FOUND'
    this.holds.delete(reference)
    if (type === 'settle')
      this.#move({ coinId: hold.coinId, from: userId, to: SYSTEM_OWNER[source], quantity: hold.amount })
    return 'moved'
  }

  #quickTrade({ userId, marketId, side, amount, unitPrice, charges }: QuickTrade): string {
    const market = marketOfId(marketId)
    const { up, down } = worth(amount, unitPrice, market)
    const [paid, bought] = side === 'BUY' ? [up, amount] : [amount, down]
    const [paidCoin, boughtCoin] =
      side === 'BUY' ? [market.quote.id, market.base.id] : [market.base.id, market.quote.id]
    const house = SYSTEM_OWNER.otcInventory
    if (this.#free(userId, paidCoin) < paid) return 'NOT_ENOUGH_BALANCE'
    if (this.total(house, boughtCoin) < bought) return 'HOUSE_LIMIT_REACHED'
    this.#move({ coinId: paidCoin, from: userId, to: house, quantity: paid })
    this.#move({ coinId: boughtCoin, from: house, to: userId, quantity: bought })
    const fee = (bought * charges.taker) / 1_000_000n
    this.add(userId, boughtCoin, -fee)
    const { inviterId } = charges
    if (inviterId !== undefined && inviterId !== userId) this.add(inviterId, boughtCoin, (fee * 3n) / 10n)
    this.quickTrades += 1
    return `${this.takeId()} ${amount}`
  }

  #move({ coinId, from, to, quantity }: { coinId: number; from: number; to: number; quantity: bigint }): void {
    this.add(from, coinId, -quantity)
    this.add(to, coinId, quantity)
  }
}

export const nameOf = ({ userId, key }: { userId: number; key: string }) => `${userId}:${key}`

export const isRefusal = (words: string) => /^[A-Z_]+$/.test(words)
