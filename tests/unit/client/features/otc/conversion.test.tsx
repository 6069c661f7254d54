import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTetherPrices, getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()

const prices = (sourceCoinSymbol: string, rows: Record<string, string>) => ({
  baseDTO: { at: new Date().toISOString(), stale: false },
  content: Object.entries(rows).map(([destCoinSymbol, price]) => ({
    destCoinSymbol,
    sourceCoinSymbol,
    buyPrice: price,
    sellPrice: price,
    price24hrChangePercent: '0',
  })),
})

const wallet = (coin: string, credit: string) => ({
  [coin]: { coin, credit, blockedCredit: '0', totalBalance: credit, wholePriceOfCredit: null },
})

beforeEach(() => {
  hideBalances(false)
  server.use(
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, prices('TOMAN', { TETHER: '125000', GOLD: '8000000' })),
    mockEndpoint(getTetherPrices, prices('TETHER', { GOLD: '64' })),
    mockEndpoint(getWallets, { baseDTO: { ...wallet('TOMAN', '10000000'), ...wallet('TETHER', '0') } }),
  )
})

test('English with Toman only is offered to convert what is missing, with its figures, which keeps what was typed', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(quickBuy, (request) => {
      sent.push(request)
      return { baseDTO: wireOrder({ orderType: 'EXCHANGE_BUY', orderStatus: 'DONE', destinationCoin: 'TETHER' }) }
    }),
  )
  await drawClient(<QuickTrade first={{ unit: 'TETHER' }} />, { language: 'en' })
  await userEvent.type(await screen.findByLabelText('You pay'), '50')
  expect(
    await screen.findByText(/^You need \u206650\u2069 USDT more\. Converting \u20666,270,000\u2069 Toman covers it\.$/),
  ).toBeVisible()
  // The sentence replaces the button, which could do nothing.
  expect(screen.queryByRole('button', { name: 'Buy Gold 18K' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Convert' }))
  const sheet = await screen.findByRole('dialog', { name: 'Confirm purchase' })
  const yes = await within(sheet).findByRole('button', { name: 'Confirm and buy' })
  await waitFor(() => expect(yes).toBeEnabled())
  await userEvent.click(yes)
  await screen.findByRole('dialog', { name: 'Purchase complete' })
  expect(sent[0]?.body).toMatchObject({ marketType: 'TETHER_TOMAN', amount: '50.16', totalPrice: '6270000' })
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(screen.getByLabelText('You pay')).toHaveValue('50')
})

test('where all of the other unit is too little, all of it is offered', async () => {
  await drawClient(<QuickTrade first={{ unit: 'TETHER' }} />, { language: 'en' })
  await userEvent.type(await screen.findByLabelText('You pay'), '100')
  expect(await screen.findByRole('button', { name: 'Convert' })).toBeVisible()
  expect(screen.getByText(/Converting \u206610,000,000\u2069 Toman covers ≈ \u206679\.76\u2069 USDT/)).toBeVisible()
})

test('what is missing in Toman is sold of Tether, from the least that may be sold on', async () => {
  const content = WIRE_COINS.content.map((coin) =>
    coin.name === 'TETHER' ? { ...coin, minAmountExchange: '5' } : coin,
  )
  server.use(
    mockEndpoint(getCoinDetails, { content }),
    mockEndpoint(getWallets, { baseDTO: { ...wallet('TOMAN', '7000000'), ...wallet('TETHER', '40') } }),
  )
  await drawClient(<QuickTrade />)
  await userEvent.type(await screen.findByLabelText('مقدار'), '1')
  expect(
    await screen.findByText(/^\u2066۱٬۰۰۰٬۰۰۰\u2069 تومان کم دارید؛ با تبدیل \u2066۸٫۰۳\u2069 USDT تأمین/),
  ).toBeVisible()
  await userEvent.clear(screen.getByLabelText('مبلغ پرداختی'))
  await userEvent.type(screen.getByLabelText('مبلغ پرداختی'), '7000001')
  expect(await screen.findByText(/^\u2066۱\u2069 تومان کم دارید؛ با تبدیل \u2066۵\u2069 USDT تأمین/)).toBeVisible()
})

test('the money of the other unit may pay itself', async () => {
  await drawClient(<QuickTrade first={{ unit: 'TETHER' }} />, { language: 'en' })
  await userEvent.type(await screen.findByLabelText('Amount'), '1')
  await userEvent.click(await screen.findByRole('button', { name: 'Pay in Toman' }))
  expect(screen.getByRole('radio', { name: 'Toman' })).toBeChecked()
  await waitFor(() => expect(screen.getByLabelText('You pay')).toHaveValue('8,000,000'))
})

test('hidden balances stay hidden in the offer', async () => {
  hideBalances(true)
  await drawClient(<QuickTrade first={{ unit: 'TETHER' }} />, { language: 'en' })
  await userEvent.type(await screen.findByLabelText('You pay'), '50')
  expect(await screen.findByRole('button', { name: 'Convert Toman to Tether' })).toBeVisible()
  expect(screen.queryByText(/10,000,000/)).toBeNull()
})

test('Tether is not offered as the unit of itself', async () => {
  await drawClient(<QuickTrade first={{ coin: 'TETHER', unit: 'TOMAN' }} />)
  expect(await screen.findByRole('radio', { name: 'تومان' })).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'تتر' })).toBeNull()
})

test('somebody who has Toman alone begins in Toman, in English too', async () => {
  await drawClient(<QuickTrade />, { language: 'en' })
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Toman' })).toBeChecked())
})
