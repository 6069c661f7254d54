import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const bought = {
  baseDTO: wireOrder({
    orderType: 'EXCHANGE_BUY',
    orderStatus: 'DONE',
    unitPrice: '7900000',
    executedAmount: '0.5',
    executedValue: '3950000',
    wage: '0.0015',
    received: '0.4985',
  }),
}
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
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, () => wirePrices(price)),
    mockEndpoint(getWallets, { baseDTO: { TOMAN: balance('TOMAN', '10000000'), GOLD: balance('GOLD', '2.5') } }),
  )
})

const signedIn = (differences: Partial<Session> = {}) =>
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authorized: true, ...differences }) }))

async function typeAmount(text: string) {
  await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText('مقدار'), text)
}

const openConfirmation = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  return screen.findByRole('dialog', { name: 'تأیید خرید' })
}

/** The confirm button, once it is enabled. */
async function confirmButton(sheet: HTMLElement) {
  const yes = await within(sheet).findByRole('button', { name: 'تأیید و خرید' })
  await waitFor(() => expect(yes).toBeEnabled())
  return yes
}

describe('a purchase', () => {
  test('whose answer takes its time is sent under an overlay that says so, and its receipt takes the place of both', async () => {
    const held = Promise.withResolvers<void>()
    signedIn()
    server.use(mockEndpoint(quickBuy, () => held.promise.then(() => bought)))
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    await userEvent.click(await confirmButton(sheet))
    expect(await within(sheet).findByText('در حال ثبت معامله…', undefined, { timeout: 10_000 })).toBeVisible()
    expect(within(sheet).queryByRole('button', { name: 'بستن' })).toBeNull()
    held.resolve()
    await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    expect(screen.queryByText('در حال ثبت معامله…')).toBeNull()
  })

  test('whose answer is lost may be tried again under the same key and terms', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(mockEndpoint(quickBuy, (request) => (sent.push(request) > 1 ? bought : NO_ANSWER)))
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    await userEvent.click(await confirmButton(sheet))
    expect(await within(sheet).findByText('نتیجه هنوز مشخص نیست')).toBeVisible()
    expect(sent).toHaveLength(1)
    price = 9_000_000n
    await userEvent.click(within(sheet).getByRole('button', { name: 'تلاش دوباره' }))
    await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
  })

  test('whose answer is lost is shown after a reload, where the server knows of it, and is not sent again', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(
      mockEndpoint(quickBuy, (request) => (sent.push(request) > 0 ? NO_ANSWER : bought)),
      mockEndpoint(getOutcome, NO_ANSWER),
    )
    const before = await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    await userEvent.click(await confirmButton(sheet))
    expect(await within(sheet).findByText('نتیجه هنوز مشخص نیست')).toBeVisible()
    before.unmount()

    server.use(
      mockEndpoint(getOutcome, ({ params }) => ({
        baseDTO:
          params.key === sent[0]?.idempotencyKey
            ? { kind: 'ORDER' as const, order: bought.baseDTO }
            : { kind: 'NONE' as const },
      })),
    )
    await drawClient(<QuickTrade />)
    expect(await screen.findByRole('dialog', { name: 'خرید انجام شد' })).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('whose outcome stays unknown after a reload is offered again at the price and under the key of before', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(
      mockEndpoint(quickBuy, (request) => (sent.push(request) > 1 ? bought : NO_ANSWER)),
      mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }),
    )
    const before = await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    await userEvent.click(await confirmButton(await openConfirmation()))
    await screen.findByText('نتیجه هنوز مشخص نیست')
    before.unmount()
    price = 9_000_000n

    await drawClient(<QuickTrade />)
    const sheet = await screen.findByRole('dialog', { name: 'تأیید خرید' })
    expect(await within(sheet).findByText(/تا این لحظه چیزی ثبت نشده/)).toBeVisible()
    expect(sent).toHaveLength(1)
    await userEvent.click(within(sheet).getByRole('button', { name: 'تلاش دوباره' }))
    await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    expect(sent[1]).toEqual(sent[0])
  })
})
