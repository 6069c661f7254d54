import { readFile } from 'node:fs/promises'
import { getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { createRecurringBuy } from '#contract/recurring-buys.ts'
import { quotesOf } from './best-quotes.ts'
import { type Customer, payIn, signUp, verifyIdentity } from './customer.ts'
import { openTicket } from './open-ticket.ts'

/** A customer who has done everything once, so that no list is empty. */
export async function busyCustomer(url: string): Promise<Customer> {
  const customer = await signUp(url)
  const picture = new Uint8Array(await readFile('public/icons/icon-512.png'))
  await verifyIdentity(url, customer, picture)
  await openTicket(url, customer, picture)
  for (const toman of ['100000000', '100000000']) await payIn(customer, toman)
  const gold = { marketType: 'GOLD_TOMAN', amount: '4' }
  const prices = await customer.ask(getTomanPrices, {})
  const unitPrice = prices.content.find(({ destCoinSymbol }) => destCoinSymbol === 'GOLD')?.buyPrice ?? '0'
  const totalPrice = String(BigInt(unitPrice) * 4n)
  await customer.ask(quickBuy, { body: { ...gold, orderType: 'EXCHANGE_BUY', unitPrice, totalPrice } })
  const { bid, ask } = await quotesOf(customer, 'GOLD_TOMAN', 4)
  await customer.ask(placeBuyOrder, {
    body: { ...gold, orderType: 'LIMITED_BUY', amount: '1.25', unitPrice: bid },
  })
  await customer.ask(placeSellOrder, {
    body: { ...gold, orderType: 'LIMITED_SELL', amount: '0.75', unitPrice: ask },
  })
  await quotesOf(customer, 'TETHER_TOMAN')
  await customer.ask(placeBuyOrder, {
    body: { marketType: 'TETHER_TOMAN', orderType: 'MARKET_BUY', amount: '250' },
  })
  const monthly = { kind: 'MONTHLY', day: 31, calendar: 'JALALI', minute: 600 } as const
  await customer.ask(createRecurringBuy, {
    body: { marketType: 'GOLD_TOMAN', total: '20000000', ceiling: '99000000', rhythm: monthly },
  })
  return customer
}
