import { setTimeout as sleep } from 'node:timers/promises'
import { getOrderBook } from '#contract/markets.ts'
import type { Customer } from './customer.ts'

const QUOTED_MS_MAX = 60_000

/** The price of the best order on each side, or of one some levels deeper. A newly started server quotes after a moment. */
export async function quotesOf(
  { ask: call }: Pick<Customer, 'ask'>,
  marketType: string,
  behind = 0,
): Promise<{ bid: string; ask: string }> {
  const until = Date.now() + QUOTED_MS_MAX
  while (Date.now() < until) {
    const { baseDTO: book } = await call(getOrderBook, { query: { marketType } })
    const bid = book.buyOrderBook.at(behind)?.unitPrice
    const ask = book.sellOrderBook.at(behind)?.unitPrice
    if (bid && ask) return { bid, ask }
    await sleep(200)
  }
  throw new Error(`the market maker has not quoted ${marketType}`)
}

/** A price in whole Toman between the best bid and the best ask, at which an order rests: a multiple of the tick. */
export async function middleOf(
  customer: Pick<Customer, 'ask'>,
  { market, tick }: { market: string; tick: number },
): Promise<string> {
  const { bid, ask } = await quotesOf(customer, market)
  const middle = (BigInt(bid) + BigInt(ask)) / 2n
  return `${middle - (middle % BigInt(tick))}`
}
