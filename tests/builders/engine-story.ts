import { formatDecimal } from '#domain/decimal.ts'
import { isLedgerAccount, type LedgerAccount } from '#domain/ledger.ts'
import type { Halt } from '#domain/market-state.ts'
import type { OrderTerms } from '#domain/order.ts'
import { apply } from '#server/engine/apply.ts'
import type { Command, KeyedCommand, Result, SettleHold } from '#server/engine/commands.ts'
import { createJournal, type Journal } from '#server/engine/journal.ts'
import { createState, type EngineState, venueOf } from '#server/engine/state.ts'
import { COINS } from './coins.ts'
import { credit, hold, oco, order, quick } from './commands.ts'
import { drawBook } from './draw-book.ts'
import { GOLD_TOMAN, MARKETS } from './markets.ts'
import { idOf } from './people.ts'
import { funds, priceOf, units } from './quantities.ts'

const HALTED: Halt = { kind: 'halted', reason: { fa: 'بازبینی', en: 'Under review' } }

/** The fields that may be given with a sentence. */
type Beside = Partial<Pick<KeyedCommand, 'key' | 'fingerprint'>>
interface Amended {
  readonly expiresAt?: number | null
  readonly amount?: string
  readonly at?: string
  readonly once?: string
}
type BesideOrder = Beside & { readonly terms?: Partial<OrderTerms>; readonly warnsOfPrice?: boolean }

/** An engine that receives people's actions as sentences, and answers with their balances. */
export class EngineStory {
  readonly state: EngineState = createState(MARKETS)
  /** The journal of all actions, in order. */
  readonly journal: Journal = createJournal()
  #reported = 0

  /** Deposits: "ali", "1000 TOMAN", "2 GOLD". */
  gives(who: string, ...all: string[]): void {
    for (const text of all) this.apply(credit(who, text, this.#next()))
  }

  /** The quick-trade inventory, drawn from the credit line. */
  stocks(text: string): void {
    this.apply({ ...credit('inventory', text, this.#next()), source: 'creditLine' })
  }

  /** "ali buys 2 GOLD at 100", "ali sells 2 GOLD", "ali buys 2 GOLD at 100 once 95". */
  order(sentence: string, { terms = {}, ...beside }: BesideOrder = {}): Result {
    const next = this.#next()
    return this.apply({ ...order(sentence, { ...next, key: beside.key ?? next.key, terms }), ...beside })
  }

  /** "ali sells 2 GOLD at 110 or at 88 once 90": both legs of an OCO order. */
  oco(sentence: string): Result {
    return this.apply(oco(sentence, this.#next()))
  }

  /** Halts all markets, or ends all halts. */
  halt(isHalted: boolean): void {
    const halts = new Map(isHalted ? MARKETS.map(({ id }) => [id, HALTED] as const) : [])
    this.apply({
      type: 'setMarketRules',
      at: this.#next().at,
      halts,
      holidays: new Set(),
      markets: [],
      coins: [],
      revision: 0,
    })
  }

  /** Expires orders by `at`, at most `most` of them. */
  expire(at: number, most = 1_000): Result {
    return this.apply({ type: 'expireOrders', at, most })
  }

  /** The status of an order. */
  statusOf(orderId: number): string {
    const order = [...this.journal.orders].find(({ id }) => id === orderId)
    if (!order) throw new Error(`there is no order ${orderId}`)
    return order.status
  }

  quick(sentence: string, beside: Beside = {}): Result {
    const next = this.#next()
    return this.apply({ ...quick(sentence, { ...next, key: beside.key ?? next.key }), ...beside })
  }

  cancel(who: string, orderId: number, beside: Beside & { byOperator?: true } = {}): Result {
    const fingerprint = `cancel ${orderId}`
    return this.apply({ type: 'cancelOrder', userId: idOf(who), ...this.#next(), fingerprint, orderId, ...beside })
  }

  /** "2" of gold at "100" once "95": what is left out stays. */
  amend(
    who: string,
    orderId: number,
    { amount, at: unitPrice, once, ...beside }: Amended & Beside & { warnsOfPrice?: boolean },
  ): Result {
    return this.apply({
      type: 'amendOrder',
      userId: idOf(who),
      ...this.#next(),
      fingerprint: `amend ${orderId} ${amount} ${unitPrice} ${once}`,
      orderId,
      amount: amount === undefined ? undefined : units(amount, GOLD_TOMAN.base),
      unitPrice: unitPrice === undefined ? undefined : priceOf(unitPrice),
      stopPrice: once === undefined ? undefined : priceOf(once),
      quoteInToman: undefined,
      ...beside,
    })
  }

  /** Cancels all of somebody's orders, of one market or of all, at most `most` per turn. */
  cancelAll(who: string, { marketId, most = 1_000, ...beside }: Beside & { marketId?: number; most?: number } = {}) {
    const asked = { userId: idOf(who), ...this.#next(), fingerprint: `cancel all ${marketId}`, marketId, most }
    return this.apply({ type: 'cancelAllOrders', ...asked, ...beside })
  }

  hold(who: string, text: string, reference: string): Result {
    return this.apply(hold(who, text, { ...this.#next(), reference }))
  }

  release(who: string, reference: string): Result {
    return this.apply({ type: 'release', userId: idOf(who), ...this.#next(), fingerprint: 'release', reference })
  }

  /** Lets "1 GOLD" leave through each account: "hot/ERC20". */
  settle(
    who: string,
    reference: string,
    sent: Partial<Record<LedgerAccount, string>>,
    rest: SettleHold['rest'] = 'held',
  ): Result {
    const parts = Object.entries(sent).flatMap(([account, text]) =>
      isLedgerAccount(account) && text ? [{ account, amount: funds(text).amount }] : [],
    )
    const asked = { userId: idOf(who), ...this.#next(), fingerprint: 'settle', reference, parts, rest }
    return this.apply({ type: 'settle', ...asked })
  }

  apply(command: Command): Result {
    return apply(this.state, command, this.journal)
  }

  /** Somebody's balances, coin by coin: "88 TOMAN, 12 TOMAN blocked, 1 GOLD". */
  purse(who: string): string {
    const ownerId = idOf(who)
    const wallets = [...this.state.wallets.values()].filter((wallet) => wallet.ownerId === ownerId)
    return COINS.flatMap(({ id, symbol, decimals }) => {
      const wallet = wallets.find(({ coinId }) => coinId === id)
      if (!wallet) return []
      const { available, blocked } = wallet
      return [
        ...(available === 0n ? [] : [`${formatDecimal(available, decimals)} ${symbol}`]),
        ...(blocked === 0n ? [] : [`${formatDecimal(blocked, decimals)} ${symbol} blocked`]),
      ]
    }).join(', ')
  }

  book(market = GOLD_TOMAN): string {
    return drawBook(venueOf(this.state, market.id))
  }

  /** The time of the next action; each comes a millisecond after the previous one. */
  get nextAt(): number {
    return 1_800_000_000_000 + this.#reported + 1
  }

  #next() {
    const at = this.nextAt
    this.#reported += 1
    return { key: `told-${this.#reported}`, at }
  }
}
