import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const amountField = () => screen.findByRole('textbox', { name: 'مقدار' })

test('what a visitor typed is there after a reload, and gone once it was cleared', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, wirePrices(8_000_000n)),
    mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')),
  )
  const before = await drawClient(<QuickTrade />)
  await userEvent.type(await amountField(), '2')
  before.unmount()
  const after = await drawClient(<QuickTrade />)
  await waitFor(async () => expect(await amountField()).toHaveValue('۲'))
  await userEvent.clear(await amountField())
  after.unmount()
  await drawClient(<QuickTrade />)
  await screen.findByText('۸٬۰۰۰٬۰۰۰')
  expect(await amountField()).toHaveValue('')
})

test('prices that never came have no age, and the form says that there are none', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, { baseDTO: { at: new Date(0).toISOString(), stale: true }, content: [] }),
    mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')),
  )
  await drawClient(<QuickTrade />)
  expect(await screen.findByText('فعلاً قیمتی نداریم.')).toBeVisible()
  expect(screen.queryByTestId('age')).toBeNull()
})
