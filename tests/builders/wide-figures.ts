import { readFile } from 'node:fs/promises'
import { getTomanPrices } from '#contract/coins.ts'
import { requestDelivery, sendDeliveryCode } from '#contract/deliveries.ts'
import { quickBuy } from '#contract/exchange.ts'
import { placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { createRecurringBuy } from '#contract/recurring-buys.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { type Customer, newestCode, payIn, signUp, verifyIdentity } from './customer.ts'
import { openTicket } from './open-ticket.ts'

const MARKET = 'BITCOIN_TOMAN'
/** Close to the greatest possible limit price: some four times the price of a sandbox's Bitcoin. */
const ASK = 44_654_321_000n
const BID = 43_543_210_000n
/** More than the eleven rows of a screen's list. */
const ROWS = 12n
const DEPOSITS = 18
const DEPOSIT_MAX = '100000000'
const LONG_NAMES = { firstName: 'سید محمدمهدی', lastName: 'طباطبایی نژاد اصفهانی' }

/**
 * Fills a quiet server with the longest possible figures: a Bitcoin book of eleven digits and eight decimals on both sides, its last
 * trades, and a customer with a long name whose lists have more than eleven rows.
 */
export async function wideFigures(url: string): Promise<Customer> {
  const [customer, seller] = await Promise.all([wealthy(url, LONG_NAMES), wealthy(url)])
  await openTicket(url, customer, await readPicture())
  await buy(seller, { base: 'BITCOIN', hundredths: 2n })
  await buy(customer, { base: 'TETHER', hundredths: 123_456n })
  for (let row = 0n; row < ROWS; row += 1n) {
    const step = row * 11_111_000n
    await seller.ask(placeSellOrder, {
      query: { force: 'true' },
      body: { marketType: MARKET, orderType: 'LIMITED_SELL', amount: '0.00123456', unitPrice: String(ASK + step) },
    })
    await customer.ask(placeBuyOrder, {
      query: { force: 'true' },
      body: { marketType: MARKET, orderType: 'LIMITED_BUY', amount: '0.00001234', unitPrice: String(ASK) },
    })
    await customer.ask(placeBuyOrder, {
      query: { force: 'true' },
      body: { marketType: MARKET, orderType: 'LIMITED_BUY', amount: '0.00012345', unitPrice: String(BID - step) },
    })
  }
  await haveDelivered(url, customer)
  const rhythm = { kind: 'MONTHLY', day: 31, calendar: 'JALALI', minute: 1_410 } as const
  await customer.ask(createRecurringBuy, {
    body: { marketType: MARKET, total: '234567890', ceiling: String(ASK), rhythm },
  })
  return customer
}

const readPicture = async () => new Uint8Array(await readFile('public/icons/icon-512.png'))

async function wealthy(url: string, names?: typeof LONG_NAMES): Promise<Customer> {
  const customer = await signUp(url)
  await verifyIdentity(url, customer, await readPicture(), names)
  for (let paid = 0; paid < DEPOSITS; paid += 1) await payIn(customer, DEPOSIT_MAX)
  return customer
}

/** Ten grams of gold by courier, to a long address; enough of it is left for another delivery. */
async function haveDelivered(url: string, customer: Customer): Promise<void> {
  await buy(customer, { base: 'GOLD', hundredths: 2_100n })
  const address = 'خیابان شهید دکتر سید محمدحسین بهشتی، کوچهٔ چهل‌وهشتم شمالی، پلاک ۱۲۳، طبقهٔ چهارم، واحد ۴۵'
  const place = { kind: 'COURIER', city: 'تهران', postalCode: '1234567890', address } as const
  const body = { weight: '10', fee: '0.1', place }
  await customer.ask(sendDeliveryCode, { body })
  await customer.ask(requestDelivery, { body: { ...body, code: await newestCode(url, customer.mobileNumber) } })
}

const TRIES_MAX = 3

/** A quick trade at the present price, which may change while a busy machine asks for it. */
async function buy(customer: Customer, wanted: { base: string; hundredths: bigint }, tried = 1): Promise<void> {
  try {
    await buyOnce(customer, wanted)
  } catch (error) {
    if (tried === TRIES_MAX || !String(error).includes('PRICE_CHANGED')) throw error
    await buy(customer, wanted, tried + 1)
  }
}

async function buyOnce(customer: Customer, { base, hundredths }: { base: string; hundredths: bigint }): Promise<void> {
  const prices = await customer.ask(getTomanPrices, {})
  const unitPrice = prices.content.find(({ destCoinSymbol }) => destCoinSymbol === base)?.buyPrice ?? '0'
  const totalPrice = formatDecimal(BigInt(unitPrice) * hundredths, 2)
  const amount = formatDecimal(hundredths, 2)
  await customer.ask(quickBuy, {
    body: { marketType: `${base}_TOMAN`, orderType: 'EXCHANGE_BUY', amount, unitPrice, totalPrice },
  })
}
