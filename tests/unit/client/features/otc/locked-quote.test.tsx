import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const balance = (coin: string, credit: string) => ({
  coin,
  credit,
  blockedCredit: '0',
  totalBalance: credit,
  wholePriceOfCredit: null,
})

let price = 8_000_000n
beforeEach(() => {
  price = 8_000_000n
  server.use(
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, () => wirePrices(price)),
    mockEndpoint(getWallets, { baseDTO: { TOMAN: balance('TOMAN', '10000000'), GOLD: balance('GOLD', '2.5') } }),
  )
})

/** The confirm button, once it is enabled. */
async function confirmButton(sheet: HTMLElement) {
  const yes = await within(sheet).findByRole('button', { name: 'تأیید و خرید' })
  await waitFor(() => expect(yes).toBeEnabled())
  return yes
}

afterEach(() => {
  vi.useRealTimers()
})

/** Opens the confirmation with a clock that the test moves. */
async function openLocked() {
  await drawClient(<QuickTrade />)
  await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText('مقدار'), '0.5')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await userEvent.click(await screen.findByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  const sheet = await screen.findByRole('dialog', { name: 'تأیید خرید' })
  await confirmButton(sheet)
  return sheet
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('a confirmation counts ten seconds down', async () => {
  const sheet = await openLocked()
  expect(within(sheet).getByRole('timer')).toHaveTextContent('۱۰')
  pass(9_000)
  expect(within(sheet).getByRole('timer')).toHaveTextContent('۱')
  expect(within(sheet).getByRole('button', { name: 'تأیید و خرید' })).toBeEnabled()
})

test('a price is asked about again when the time is up, at a fresh price and with nothing lost', async () => {
  const sheet = await openLocked()
  price = 8_200_000n
  pass(10_000)
  expect(await within(sheet).findByText('۸٬۲۰۰٬۰۰۰')).toBeVisible()
  expect(within(sheet).getByText(/^مهلت قیمت تمام شد؛ قیمت جدید را بررسی/)).toBeVisible()
  expect(within(sheet).getByText('۸٬۰۰۰٬۰۰۰')).toBeVisible()
  expect(within(sheet).getByText('۰٫۵')).toBeVisible()
  expect(within(sheet).getByRole('timer')).toHaveTextContent('۱۰')
})

test('the sheet says that the time is up even where the price is the same', async () => {
  const sheet = await openLocked()
  pass(10_000)
  expect(await within(sheet).findByText(/^مهلت قیمت تمام شد/)).toBeVisible()
  expect(within(sheet).queryByText('قیمت قبلی')).toBeNull()
})

test('a trade cannot be confirmed at a fresh price that the balance does not reach', async () => {
  const sheet = await openLocked()
  price = 21_000_000n
  pass(10_000)
  expect(await within(sheet).findByText(/^موجودی کافی نیست/)).toBeVisible()
  await waitFor(() => expect(within(sheet).getByRole('button', { name: 'تأیید و خرید' })).toBeDisabled())
})

test('a price is asked for again where no price could be had', async () => {
  const sheet = await openLocked()
  server.use(mockEndpoint(getTomanPrices, NO_ANSWER))
  pass(10_000)
  const again = await within(sheet).findByRole('button', { name: 'دریافت قیمت' })
  server.use(mockEndpoint(getTomanPrices, () => wirePrices(8_300_000n)))
  await userEvent.click(again)
  expect(await within(sheet).findByText('۸٬۳۰۰٬۰۰۰')).toBeVisible()
  await confirmButton(sheet)
})

test('confirmation and receipt say what of the typed total is not spent, each at its price', async () => {
  const order = wireOrder({
    orderType: 'EXCHANGE_BUY',
    orderStatus: 'DONE',
    executedAmount: '0.5',
    executedValue: '3950000',
  })
  server.use(mockEndpoint(quickBuy, { baseDTO: order }))
  await drawClient(<QuickTrade />)
  await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText('مبلغ پرداختی'), '4000500')
  await userEvent.click(await screen.findByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  const unspentIn = (sheet: HTMLElement) => within(sheet).getByText('خرج‌نشده، در کیف پول شما').nextElementSibling
  const sheet = await screen.findByRole('dialog', { name: 'تأیید خرید' })
  expect(unspentIn(sheet)).toHaveTextContent(/^۵۰۰ تومان/)
  await userEvent.click(await confirmButton(sheet))
  const receipt = await screen.findByRole('dialog', { name: 'خرید انجام شد' })
  expect(unspentIn(receipt)).toHaveTextContent('۵۰٬۵۰۰ تومان')
})
