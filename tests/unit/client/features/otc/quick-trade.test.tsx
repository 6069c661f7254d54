import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { quickBuy } from '#contract/exchange.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
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
    ...{ wage: '0.0015', received: '0.4985' },
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

async function typeAmount(text: string, label = 'مقدار') {
  await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText(label), text)
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

describe('who may trade', () => {
  test('a visitor sees prices and is led to the login', async () => {
    server.use(mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')))
    await drawClient(<QuickTrade />)
    expect(await screen.findByRole('link', { name: 'ورود برای معامله' })).toHaveAttribute(
      'href',
      '/login?next=%2Fprofile%2Fotc',
    )
    expect(await screen.findByText('۸٬۰۰۰٬۰۰۰')).toBeVisible()
  })
  test('somebody who is not verified is led to the account', async () => {
    signedIn({ authorized: false })
    await drawClient(<QuickTrade />)
    expect(await screen.findByRole('link', { name: 'احراز هویت' })).toHaveAttribute('href', '/profile/account')
  })
  test('a market maker is shown the reason', async () => {
    signedIn({ supervisor: true })
    await drawClient(<QuickTrade />)
    expect(await screen.findByText('خرید و فروش فوری برای تأمین‌کنندهٔ نقدینگی فعال نیست.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^خرید/ })).toBeDisabled()
  })
})

describe('the form', () => {
  test('a Persian amount fills the total through the price, the total the amount, and the fee is named in both coins', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('۱٫۲۵')
    expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۱۰٬۰۰۰٬۰۰۰')
    await userEvent.clear(screen.getByLabelText('مبلغ پرداختی'))
    await userEvent.type(screen.getByLabelText('مبلغ پرداختی'), '۴۰۰۰۰۰۰')
    expect(screen.getByLabelText('مقدار')).toHaveValue('۰٫۵')
    const fee = await screen.findByText(/^کارمزد/)
    expect(fee.nextElementSibling).toHaveTextContent(/^۰٫۰۰۱۵ گرم≈ ۱۲٬۰۰۰ تومان$/)
  })
  test('half a gram typed with a comma is half a gram, and a minus is refused aloud', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('۰،۵')
    expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۴٬۰۰۰٬۰۰۰')
    await userEvent.clear(screen.getByLabelText('مقدار'))
    await userEvent.type(screen.getByLabelText('مقدار'), '-5')
    expect(screen.getByLabelText('مقدار')).toHaveAccessibleDescription('عدد منفی قابل قبول نیست.')
    expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('')
  })
  test('an amount below the least of the coin names the least, and the fee is named in percent', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('0.05')
    const [reported] = await screen.findAllByText('حداقل \u2066۰٫۱\u2069 گرم است.')
    expect(reported).toBeVisible()
    expect(screen.getByText('کارمزد \u2066۰٫۳٪\u2069')).toBeVisible()
  })
  test('an empty form says what is missing when its button is pressed, and sends nothing', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
    expect(screen.getByLabelText('مقدار')).toBeValid()
    await userEvent.click(screen.getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    expect(screen.getByLabelText('مقدار')).toHaveAccessibleDescription('مقدار را وارد کنید.')
    await waitFor(() => expect(screen.getByLabelText('مقدار')).toHaveFocus())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('more than the balance is said beside the total, and does not reach the confirmation', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('1.5')
    await userEvent.click(screen.getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    expect(screen.getByLabelText('مبلغ پرداختی')).toHaveAccessibleDescription(/^موجودی کافی نیست/)
    await waitFor(() => expect(screen.getByLabelText('مبلغ پرداختی')).toHaveFocus())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a total becomes what the confirmation will say once it is left, and the remainder is shown', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('1234567', 'مبلغ پرداختی')
    const total = screen.getByLabelText('مبلغ پرداختی')
    expect(total).toHaveValue('۱٬۲۳۴٬۵۶۷')
    await userEvent.tab()
    expect(total).toHaveValue('۱٬۲۳۲٬۰۰۰')
    expect(total).toHaveAccessibleDescription('\u2066۲٬۵۶۷\u2069 تومان از \u2066۱٬۲۳۴٬۵۶۷\u2069 تومان خرج نمی‌شود.')
    expect(within(await openConfirmation()).getByText('۱٬۲۳۲٬۰۰۰')).toBeVisible()
  })

  test('"Max" of a purchase says at once what will be paid of the balance', async () => {
    signedIn()
    price = 7_300_000n
    await drawClient(<QuickTrade />)
    await screen.findByText('۱۰٬۰۰۰٬۰۰۰')
    await userEvent.click(screen.getByRole('button', { name: 'کل موجودی' }))
    expect(screen.getByLabelText('مبلغ پرداختی')).toHaveValue('۹٬۹۹۳٬۷۰۰')
    expect(within(await openConfirmation()).getByText('۹٬۹۹۳٬۷۰۰')).toBeVisible()
  })

  test('a total above the balance is refused, and stays as it was typed', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('10000001', 'مبلغ پرداختی')
    const total = screen.getByLabelText('مبلغ پرداختی')
    expect(total).toHaveAccessibleDescription(/^موجودی کافی نیست/)
    await userEvent.tab()
    expect(total).toHaveValue('۱۰٬۰۰۰٬۰۰۱')
  })

  test('an amount above the most of the coin has no fee, and nothing arrives for it', async () => {
    signedIn()
    await drawClient(<QuickTrade />)
    await typeAmount('1000000')
    await screen.findAllByText(/^حداکثر .* گرم است/)
    expect(screen.getByText('خالص دریافتی').nextElementSibling).toHaveTextContent(/^—/)
    expect(screen.getByText(/^کارمزد/).nextElementSibling).toHaveTextContent(/^—/)
  })

  test('a hidden balance stays hidden', async () => {
    signedIn()
    hideBalances(true)
    await drawClient(<QuickTrade />)
    expect(await screen.findByText('••••••')).toBeVisible()
    expect(screen.queryByText('۱۰٬۰۰۰٬۰۰۰')).toBeNull()
  })

  test('"Max" of a sale shows the whole balance and says what stays because it is too little', async () => {
    signedIn()
    server.use(mockEndpoint(getWallets, { baseDTO: { TOMAN: balance('TOMAN', '0'), GOLD: balance('GOLD', '0.4985') } }))
    await drawClient(<QuickTrade />)
    await userEvent.click(await screen.findByRole('radio', { name: 'فروش' }))
    expect(await screen.findByText('۰٫۴۹۸۵')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'کل موجودی' }))
    expect(screen.getByLabelText('مقدار')).toHaveValue('۰٫۴۹۸')
    expect(screen.getByLabelText('مقدار')).toHaveAccessibleDescription(/۰٫۰۰۰۵.* می‌ماند؛ از حداقل فروش/)
  })
})

describe('a purchase', () => {
  test('is confirmed as it was shown, sent once, and ends with a receipt that clears the form', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(
      mockEndpoint(quickBuy, (request) => {
        sent.push(request)
        return bought
      }),
    )
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    expect(within(sheet).getByText('۰٫۴۹۸۵')).toBeVisible()
    await userEvent.click(await confirmButton(sheet))

    const receipt = await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({
      marketType: 'GOLD_TOMAN',
      orderType: 'EXCHANGE_BUY',
      amount: '0.5',
      unitPrice: '8000000',
      totalPrice: '4000000',
    })
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    await userEvent.click(within(receipt).getByRole('button', { name: 'متوجه شدم' }))
    expect(screen.getByLabelText('مقدار')).toHaveValue('')
  })

  test('is receipted as the server made it, which may be at a better price, and nothing else', async () => {
    signedIn()
    server.use(mockEndpoint(quickBuy, bought))
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    await userEvent.click(await confirmButton(await openConfirmation()))
    const receipt = await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    expect(within(receipt).getByText('۷٬۹۰۰٬۰۰۰')).toBeVisible()
    expect(within(receipt).getByText('۳٬۹۵۰٬۰۰۰')).toBeVisible()
    expect(within(receipt).getByText('۰٫۴۹۸۵')).toBeVisible()
    expect(within(receipt).queryByText('۸٬۰۰۰٬۰۰۰')).toBeNull()
    expect(receipt.querySelector('s')).toBeNull()
  })

  test('is confirmed at a price of its own, fetched when the sheet opens', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(
      mockEndpoint(quickBuy, (request) => {
        sent.push(request)
        return bought
      }),
    )
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    price = 8_100_000n
    const sheet = await openConfirmation()
    expect(await within(sheet).findByText('۸٬۱۰۰٬۰۰۰')).toBeVisible()
    await userEvent.click(await confirmButton(sheet))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ unitPrice: '8100000', totalPrice: '4050000' })
  })

  test('at a price that has changed shows the new one and asks again, as a new intention', async () => {
    const sent: Sent[] = []
    signedIn()
    server.use(
      mockEndpoint(quickBuy, (request) => {
        sent.push(request)
        if (sent.length > 1) return bought
        price = 9_000_000n
        return refuseWith('PRICE_CHANGED')
      }),
    )
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    await userEvent.click(await confirmButton(sheet))
    expect(await within(sheet).findByText(/قیمت جدید را بررسی/)).toBeVisible()
    expect(within(sheet).getByText('۹٬۰۰۰٬۰۰۰')).toBeVisible()
    expect(within(sheet).getByText('۸٬۰۰۰٬۰۰۰')).toBeVisible()
    // The button is disabled until the user has had time to read.
    expect(within(sheet).getByRole('button', { name: 'تأیید و خرید' })).toBeDisabled()
    await userEvent.click(await confirmButton(sheet))
    await screen.findByRole('dialog', { name: 'خرید انجام شد' })
    expect(sent[1]?.body).toMatchObject({ unitPrice: '9000000', totalPrice: '4500000' })
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  })

  test('that is refused says the reason and stays open', async () => {
    signedIn()
    server.use(mockEndpoint(quickBuy, refuseWith('HOUSE_LIMIT_REACHED')))
    await drawClient(<QuickTrade />)
    await typeAmount('0.5')
    const sheet = await openConfirmation()
    await userEvent.click(await confirmButton(sheet))
    expect(await within(sheet).findByText(/سقف خرید و فروش فوری/)).toBeVisible()
  })
})
