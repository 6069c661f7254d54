import { type LedgerAccount, ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import type { Market } from '#domain/market.ts'
import { PLAIN_TERMS } from '#domain/order.ts'
import type {
  Command,
  Credit,
  HoldFunds,
  KeyedCommand,
  QuickTrade,
  ReleaseHold,
  Result,
  SettleHold,
  TransferFunds,
  Withdraw,
} from '#server/engine/commands.ts'
import { costOf, sum, worthOf } from './figures.ts'
import { amendOrder } from './naive-amend.ts'
import { placeOco } from './naive-oco.ts'
import { cancelAllOrders, cancelOrder, expireOrders, placeOrder } from './naive-orders.ts'
import { type Answer, answerOf, type NaiveHold, type NaiveOrder, NaiveState } from './naive-state.ts'
import { takeFee } from './naive-trade.ts'
import { reasonToStay, takeOut } from './naive-withdrawal.ts'

/**
 * The answers and the state that the exchange must have, written from the specification and the rules in `engine/apply.ts` as a person with
 * paper and pencil would do it: one list of orders, sorted whenever it is read, and money as one total per owner and coin. It shares no
 * code with the engine, so that it can disagree with it.
 */
export class NaiveExchange {
  readonly state = new NaiveState()
  /** Executed and remembered commands, by `nameOf`. */
  readonly answers = new Map<string, { readonly fingerprint: string; readonly answer: Answer }>()
  readonly #markets: Map<number, Market>
  /** References of credits and holds: a payment is credited once, and a reference names one hold forever. */
  readonly #references = new Set<string>()
  /** Ids of markets without trading. */
  #halted: ReadonlySet<number> = new Set()

  constructor(markets: readonly Market[]) {
    this.#markets = new Map(markets.map((market) => [market.id, market]))
  }

  /** A refusal changes nothing and is not remembered. */
  apply(command: Command): Answer {
    this.timeComesTo(command.at)
    // A command that has waited is executed at the present time.
    const answer = this.#answerTo({ ...command, at: this.state.now })
    if (answer.kind === 'refused') this.state.note(answer.code)
    return answer
  }

  /** From here on nobody trades with orders that have expired by then. */
  timeComesTo(at: number): void {
    this.state.now = Math.max(this.state.now, at)
  }

  /** More than a day has passed: an old key now names a new command. */
  forgetAnswers(): void {
    this.answers.clear()
  }

  /** Holds that their owners made and can end. */
  namedHolds(): { userId: number; reference: string; amount: bigint }[] {
    return [...this.state.holds].map(([reference, { userId, amount }]) => ({ userId, reference, amount }))
  }

  #answerTo(command: Command): Answer {
    if (command.type === 'expireOrders') return expireOrders(this.state, command)
    // No work is ever unfinished on paper.
    if (command.type === 'continueOrders') return { kind: 'continued' }
    if (command.type === 'setMarketRules') {
      this.#halted = new Set(command.halts.keys())
      for (const market of command.markets) this.#markets.set(market.id, market)
      return { kind: 'rules' }
    }
    const { fingerprint } = command
    const known = this.answers.get(nameOf(command))
    if (known) {
      if (known.fingerprint !== fingerprint) return { kind: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' }
      this.state.note('a repeat is answered as the first time')
      return known.answer
    }
    const answer = this.#execute(command)
    const { kind } = answer
    const isKept = kind === 'order' || kind === 'moved' || kind === 'cancelled' || kind === 'withdrawal'
    if (isKept && !command.isNeverRepeated) this.answers.set(nameOf(command), { fingerprint, answer })
    return answer
  }

  #execute(command: KeyedCommand): Answer {
    switch (command.type) {
      case 'placeOrder':
        if (this.#halted.has(command.marketId)) return { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
        return placeOrder(this.state, command, this.#marketOf(command))
      case 'placeOco':
        if (this.#halted.has(command.marketId)) return { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
        return placeOco(this.state, command, this.#marketOf(command))
      case 'amendOrder':
        return amendOrder(this.state, command, { markets: this.#markets, halted: this.#halted })
      case 'cancelOrder':
        return cancelOrder(this.state, command)
      case 'cancelAllOrders':
        return cancelAllOrders(this.state, command)
      case 'quickTrade':
        return this.#quickTrade(command)
      case 'credit':
        return this.#pay(command, [command.source, command.userId])
      case 'sweep':
      case 'fee':
      case 'correction':
        return this.#pay(command, [command.debit, ownerIdOf(command.credit)])
      case 'hold':
        return this.#hold(command)
      case 'withdraw':
        return this.#withdraw(command)
      case 'release':
        return this.#release(command)
      case 'settle':
        return this.#settle(command)
    }
  }

  /** Money of one owner becomes another's, once under a reference. */
  #pay({ type, coinId, amount, reference }: Credit | TransferFunds, [from, to]: [LedgerAccount, number]): Answer {
    const { state } = this
    if (this.#references.has(`${type} ${reference}`)) return { kind: 'refused', code: 'ALREADY_CREDITED' }
    // Balances have 38 digits at most, and so do debts.
    const [has, owes] = [state.total(to, coinId), -state.total(ownerIdOf(from), coinId)]
    if (has + amount >= 10n ** 38n || owes + amount >= 10n ** 38n) return { kind: 'refused', code: 'AMOUNT_IS_HIGH' }
    // Money that is kept for somebody is given once, and no more than it was.
    const isKept = from.startsWith('suspense/') || from.startsWith('feesCharged/')
    if (isKept && -owes < amount) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
    if (isKept) state.note(`money that was kept is moved: ${type}`)
    state.note(type)
    this.#references.add(`${type} ${reference}`)
    state.move({ coinId, from: ownerIdOf(from), to, quantity: amount })
    return { kind: 'moved' }
  }

  #hold({ userId, coinId, amount, reference }: HoldFunds): Answer {
    if (this.#references.has(`hold ${reference}`)) return { kind: 'refused', code: 'ALREADY_HELD' }
    if (this.state.free(userId, coinId) < amount) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
    this.#references.add(`hold ${reference}`)
    this.state.holds.set(reference, { userId, coinId, amount })
    return { kind: 'moved' }
  }

  #withdraw({ userId, coinId, amount: quantity, at, ...leaving }: Withdraw): Answer {
    const stays = reasonToStay(this.state, leaving, { userId, at })
    if (stays) return { kind: 'refused', code: stays }
    if (this.state.free(userId, coinId) < quantity) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
    return { kind: 'withdrawal', withdrawalId: takeOut(this.state, leaving, { userId, coinId, quantity, at }) }
  }

  #release({ userId, reference }: ReleaseHold): Answer {
    const hold = this.state.holds.get(reference)
    if (!hold || hold.userId !== userId) return { kind: 'refused', code: 'HOLD_NOT_FOUND' }
    this.state.holds.delete(reference)
    this.#giveBack(reference, hold)
    this.state.note('release')
    return { kind: 'moved' }
  }

  /** A withdrawal that comes back whole does not count against the limits any more. */
  #giveBack(reference: string, { hasSettled }: NaiveHold): void {
    const withdrawal = this.state.withdrawals.find((each) => each.reference === reference)
    if (!withdrawal || hasSettled) return
    withdrawal.isGivenBack = true
    this.state.note('a withdrawal is given back')
  }

  /** Each part leaves through its account. Never more than the hold keeps; what is not released stays held. */
  #settle({ userId, reference, parts, rest }: SettleHold): Answer {
    const { holds } = this.state
    const hold = holds.get(reference)
    if (!hold || hold.userId !== userId) return { kind: 'refused', code: 'HOLD_NOT_FOUND' }
    const { coinId } = hold
    const left = hold.amount - sum(parts.map((part) => part.amount))
    if (left < 0n) return { kind: 'refused', code: 'HOLD_EXCEEDED' }
    for (const { account, amount: quantity } of parts)
      this.state.move({ coinId, from: userId, to: ownerIdOf(account), quantity })
    const isOver = left === 0n || rest === 'released'
    if (isOver) holds.delete(reference)
    else holds.set(reference, { ...hold, amount: left, hasSettled: hold.hasSettled || left < hold.amount })
    if (isOver && left === hold.amount) this.#giveBack(reference, hold)
    this.state.note('settle')
    if (parts.length > 1) this.state.note('a settlement has several parts')
    if (left > 0n) this.state.note(`the rest of a hold is ${rest}`)
    return { kind: 'moved' }
  }

  /**
   * A trade with the operator's inventory at the command's price, while the operator honours it: a buyer's payment is rounded up, a
   * seller's is rounded down. The customer's balance is checked first; then the inventory must stay above its lower bound in the coin that
   * it gives, and below its upper bound in the coin that it receives. The fee is taken from what the customer receives.
   */
  #quickTrade(command: QuickTrade): Answer {
    const { state } = this
    const { userId, side, amount, unitPrice, charges, leaving, at } = command
    const network = this.#marketOf(command).base.networks.find(
      ({ tokenType }) => tokenType === leaving?.destination.tokenType,
    )
    if (network?.withdrawEnabled === false) return { kind: 'refused', code: 'WITHDRAWAL_DISABLED' }
    const stays = leaving && reasonToStay(state, leaving, { userId, at })
    if (stays) return { kind: 'refused', code: stays }
    if (this.#halted.has(command.marketId)) return { kind: 'refused', code: 'MARKET_IS_NOT_ACTIVE' }
    // A price is valid up to and including its last instant.
    if (at > command.quote.goodUntil) return { kind: 'refused', code: command.quote.refusal }
    const market = this.#marketOf(command)
    const { base, quote } = market
    // Nobody pays or receives fractions of a Toman here.
    const exact = side === 'BUY' ? costOf(amount, unitPrice, market) : worthOf(amount, unitPrice, market)
    const unit = quote.symbol === 'TOMAN' ? 10n ** BigInt(quote.decimals) : 1n
    const value = (exact / unit + (side === 'BUY' && exact % unit > 0n ? 1n : 0n)) * unit
    const [paid, bought] = side === 'BUY' ? [value, amount] : [amount, value]
    const [paidCoin, boughtCoin] = side === 'BUY' ? [quote, base] : [base, quote]
    const inventory = SYSTEM_ACCOUNT.otcInventory
    if (state.free(userId, paidCoin.id) < paid) return { kind: 'refused', code: 'NOT_ENOUGH_BALANCE' }
    const isTooLow = state.total(inventory, boughtCoin.id) - bought < boughtCoin.quickTrade.inventoryMin
    const isTooHigh = state.total(inventory, paidCoin.id) + paid > paidCoin.quickTrade.inventoryMax
    if (isTooLow) state.note('the inventory has too little')
    if (isTooHigh) state.note('the inventory has too much')
    if (isTooLow || isTooHigh) return { kind: 'refused', code: 'HOUSE_LIMIT_REACHED' }
    if (state.total(inventory, boughtCoin.id) - bought === boughtCoin.quickTrade.inventoryMin)
      state.note('the inventory comes to its lower bound')
    if (state.total(inventory, paidCoin.id) + paid === paidCoin.quickTrade.inventoryMax)
      state.note('the inventory comes to its upper bound')

    state.move({ coinId: paidCoin.id, from: userId, to: inventory, quantity: paid })
    state.move({ coinId: boughtCoin.id, from: inventory, to: userId, quantity: bought })
    const order: NaiveOrder = {
      ...{ id: state.orders.length + 1, userId, market, side, kind: 'EXCHANGE', limit: unitPrice, heldAt: undefined },
      ...{ status: 'DONE', amount, executed: amount, executedValue: value, wage: 0n, arrival: 0 },
      ...{ charges, terms: PLAIN_TERMS },
    }
    const trade = state.trades.length + 1
    const takerFee = takeFee(state, {
      order,
      received: bought,
      rate: charges.taker,
      trade,
      unit: side === 'SELL' ? unit : 1n,
    })
    const ends = { taker: order.id, maker: undefined, takerSide: side }
    state.trades.push({ ...ends, price: unitPrice, amount, value, takerFee, makerFee: 0n, at })
    state.orders.push(order)
    // Coins bought for an outside wallet wait in full until they leave; the network's fee is taken from them then.
    if (leaving) {
      const [coinId, quantity] = [boughtCoin.id, bought - takerFee]
      takeOut(state, leaving, { userId, coinId, quantity, orderId: order.id, at })
      state.note('a quick trade for a wallet outside')
    }
    return answerOf(order, at)
  }

  #marketOf({ marketId }: { marketId: number }): Market {
    const market = this.#markets.get(marketId)
    if (!market) throw new Error(`the naive exchange has no market ${marketId}`)
    return market
  }
}

export const nameOf = ({ userId, key }: { userId: number; key: string }) => `${userId}:${key}`

/** An answer of the engine or the oracle without the numbers that only one of them assigns, so that a difference is readable. */
export function answerText(answer: Answer | Result): string {
  switch (answer.kind) {
    case 'order': {
      const { orderId, status, executed, executedValue, wage } = answer
      return `order ${orderId} ${status}, ${executed} for ${executedValue}, fee ${wage}`
    }
    case 'refused':
      return answer.marketPrice === undefined ? answer.code : `${answer.code} at ${answer.marketPrice}`
    case 'expired':
    case 'cancelled':
      return `${answer.count} ${answer.kind}`
    case 'withdrawal':
      return `withdrawal ${answer.withdrawalId}`
    case 'moved':
    case 'continued':
    case 'rules':
    case 'unfinished':
      return answer.kind
  }
}
