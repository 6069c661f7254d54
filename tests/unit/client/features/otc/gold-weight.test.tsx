import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { goldWeight } from '#client/features/otc/gold-weight.ts'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const toman = {
  coin: 'TOMAN',
  credit: '10000000',
  blockedCredit: '0',
  totalBalance: '10000000',
  wholePriceOfCredit: null,
}

beforeEach(() => {
  goldWeight.set('gram')
  server.use(
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, wirePrices(8_000_000n)),
    mockEndpoint(getWallets, { baseDTO: { TOMAN: toman } }),
  )
})

test('gold is typed by the mesghal, and the switch back to grams changes no amount', async () => {
  await drawClient(<QuickTrade />)
  await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
  await userEvent.click(screen.getByRole('radio', { name: 'مثقال' }))
  await screen.findByLabelText('مقدار')
  await userEvent.type(screen.getByLabelText('مقدار'), '0.25')
  // A quarter of 4.3318 grams, down to a thousandth of a gram.
  expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۸٬۶۵۶٬۰۰۰')
  expect(screen.getByText('برابر \u2066۱٫۰۸۲\u2069 گرم')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'گرم' }))
  expect(screen.getByLabelText('مقدار')).toHaveValue('۱٫۰۸۲')
  expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۸٬۶۵۶٬۰۰۰')
})

test('one press types a share of the balance', async () => {
  await drawClient(<QuickTrade />)
  await userEvent.click(await screen.findByRole('button', { name: '۲۵٪' }))
  expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۲٬۴۹۶٬۰۰۰')
})
