import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { getAccount } from '#contract/account.ts'
import { getVerifiedBankAccounts } from '#contract/account-form.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { depositToman, getDepositOptions } from '#contract/deposits.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const GATEWAY = 'https://gateway.example/StartPay/A000000000001'
const CARD = { cardNumber: '6037991234567893', shebaCode: 'IR1', bankName: 'بانک ملی' }
const ZARINPAL = { paymentGateway: 'ZARINPAL' as const, name: 'زرین‌پال' }
const VANDAR = { paymentGateway: 'VANDAR' as const, name: 'وندار' }
const OPTIONS = { gateways: [ZARINPAL, VANDAR], dayMax: '200000000', dayLeft: '40000000', openLeft: 5 }
const begun = { baseDTO: { id: '7', redirectSite: GATEWAY } }

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getVerifiedBankAccounts, { content: [CARD] }),
    mockEndpoint(getDepositOptions, { baseDTO: OPTIONS }),
    mockEndpoint(getWallets, {
      baseDTO: {
        TOMAN: {
          coin: 'TOMAN',
          credit: '1200000',
          blockedCredit: '300000',
          totalBalance: '1500000',
          wholePriceOfCredit: '1500000',
        },
      },
    }),
  )
})

async function openSheet() {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'واریز تومان' }))
  const sheet = await screen.findByRole('dialog', { name: 'واریز تومان' })
  await within(sheet).findByLabelText('مبلغ')
  return within(sheet)
}

test('the amount is spelled out, and the payment leads to the gateway', async () => {
  const sent: Sent[] = []
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, href: 'http://localhost/', origin: 'http://localhost' })
  server.use(
    mockEndpoint(depositToman, (request) => {
      sent.push(request)
      return begun
    }),
  )
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '۱۲۵۰۰۰۰')
  expect(sheet.getByText('یک میلیون و دویست و پنجاه هزار تومان')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(GATEWAY))
  expect(sent[0]?.body).toEqual({ amount: '1250000', cardNumber: CARD.cardNumber, paymentGateway: 'ZARINPAL' })
  expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
})

test('the user chooses among the gateways that work, and the payment goes through the chosen one', async () => {
  const sent: Sent[] = []
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, href: 'http://localhost/', origin: 'http://localhost' })
  server.use(
    mockEndpoint(depositToman, (request) => {
      sent.push(request)
      return begun
    }),
  )
  const sheet = await openSheet()
  expect(sheet.getByRole('radio', { name: 'زرین‌پال' })).toBeChecked()
  expect(sheet.getByText('در درگاه زرین‌پال پرداخت می‌کنید و پس از آن به کیمیا برمی‌گردید.')).toBeVisible()
  await userEvent.click(sheet.getByRole('radio', { name: 'وندار' }))
  expect(sheet.getByText('در درگاه وندار پرداخت می‌کنید و پس از آن به کیمیا برمی‌گردید.')).toBeVisible()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '1250000')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(sent[0]?.body).toMatchObject({ amount: '1250000', paymentGateway: 'VANDAR' })
})

test('a gateway that is away is not offered, and the other one needs no choice', async () => {
  server.use(mockEndpoint(getDepositOptions, { baseDTO: { ...OPTIONS, gateways: [VANDAR] } }))
  const sheet = await openSheet()
  expect(sheet.getByText('در درگاه وندار پرداخت می‌کنید و پس از آن به کیمیا برمی‌گردید.')).toBeVisible()
  expect(sheet.queryByRole('radio')).toBeNull()
})

test('while no gateway works the sheet says so and sends nothing', async () => {
  server.use(mockEndpoint(getDepositOptions, { baseDTO: { ...OPTIONS, gateways: [] } }))
  const sheet = await openSheet()
  expect(sheet.getByText('درگاه‌های پرداخت موقتاً در دسترس نیستند؛ چند دقیقهٔ دیگر تلاش کنید.')).toBeVisible()
  expect(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' })).toBeDisabled()
})

test('what is left of the day is said beside the amount, and more is not sent', async () => {
  const sheet = await openSheet()
  expect(sheet.getByText(/^باقی‌ماندهٔ سقف واریز امروز: \u2066۴۰٬۰۰۰٬۰۰۰\u2069 تومان$/)).toBeVisible()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '40000001')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  const reason = 'از سقف واریز امروز فقط \u2066۴۰٬۰۰۰٬۰۰۰\u2069 تومان مانده است.'
  expect(sheet.getByLabelText('مبلغ')).toHaveAccessibleDescription(reason)
})

test.each([
  ['DEPOSIT_DAY_LIMIT_REACHED', { left: '10000', coin: 'TOMAN' }, /از باقی‌ماندهٔ سقف واریز امروز شما بیشتر است/],
  ['TOO_MANY_OPEN_DEPOSITS', { most: 5 }, /پنج پرداخت نیمه‌کاره دارید/],
] as const)('a server that refuses with %s is quoted', async (code, details, sentence) => {
  server.use(mockEndpoint(depositToman, () => refuseWith(code, details)))
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '50000')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  expect(await sheet.findByText(sentence)).toBeVisible()
})

test('a sheet that was closed finds its amount again, and the number of the card comes first', async () => {
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '1250000')
  await userEvent.click(sheet.getByRole('button', { name: 'بستن' }))
  await userEvent.click(screen.getByRole('button', { name: 'واریز تومان' }))
  const again = within(await screen.findByRole('dialog', { name: 'واریز تومان' }))
  expect(await again.findByLabelText('مبلغ')).toHaveValue('۱٬۲۵۰٬۰۰۰')
  expect(again.getByRole('option')).toHaveTextContent(/^\u2066۶۰۳۷-۹۹۱۲-۳۴۵۶-۷۸۹۳\u2069 · بانک ملی$/)
  // The name has its own line: next to the number of sixteen digits a small phone would cut it.
  expect(again.getByText('بانک ملی')).toBeVisible()
})

test('somebody who is not verified is led to the verification instead of the sheet', async () => {
  server.use(mockEndpoint(getAccount, { baseDTO: person() }))
  await drawClient(<WalletPage deposit />)
  expect(await screen.findByRole('link', { name: 'احراز هویت برای واریز' })).toHaveAttribute('href', '/profile/account')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an amount outside the bounds is not sent', async () => {
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '9999')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  expect(sheet.getByLabelText('مبلغ')).toHaveAccessibleDescription('حداقل \u2066۱۰٬۰۰۰\u2069 تومان است.')
})

test.each([
  ['the least', refuseWith('AMOUNT_IS_LOW', { min: '60000', coin: 'TOMAN' }), 'حداقل \u2066۶۰٬۰۰۰\u2069 تومان است.'],
  ['the most', refuseWith('AMOUNT_IS_HIGH', { max: '40000', coin: 'TOMAN' }), 'حداکثر \u2066۴۰٬۰۰۰\u2069 تومان است.'],
])('a server that refuses the amount says %s it takes', async (_, refusal, sentence) => {
  server.use(mockEndpoint(depositToman, () => refusal))
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '50000')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  expect(await sheet.findByText(sentence)).toBeVisible()
})

test('a fraction of a Toman is refused aloud and not sent', async () => {
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '50000.5')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  const reason = 'این مبلغ اعشار ندارد؛ عدد را بدون ممیز بنویسید.'
  expect(sheet.getByLabelText('مبلغ')).toHaveAccessibleDescription(reason)
  await waitFor(() => expect(sheet.getByLabelText('مبلغ')).toHaveFocus())
})

test('a lost answer is repeated under the same key while nothing was changed', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(depositToman, (request) => (sent.push(request) > 1 ? refuseWith('GATEWAY_UNAVAILABLE') : NO_ANSWER)),
  )
  server.use(mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }))
  const sheet = await openSheet()
  await userEvent.type(sheet.getByLabelText('مبلغ'), '50000')
  await userEvent.click(sheet.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'تلاش دوباره' }))
  expect(await sheet.findByText('درگاه پرداخت موقتاً در دسترس نیست؛ چند دقیقهٔ دیگر تلاش کنید.')).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
})

test('a payment whose answer was lost is taken up after a reload, and leaves for the gateway at a press', async () => {
  const sent: Sent[] = []
  const assign = vi.fn()
  const deposit = {
    id: '7',
    amount: '50000',
    relatedCoin: 'TOMAN',
    bankAccount: null,
    transactionStatus: 'RAISED_BY_USER' as const,
    isDone: false,
    link: null,
    paymentGateway: 'ZARINPAL' as const,
    payBack: null,
    createdAtDateTime: '2026-11-20T08:00:00Z',
  }
  server.use(
    mockEndpoint(depositToman, (request) => (sent.push(request) > 0 ? NO_ANSWER : begun)),
    mockEndpoint(getOutcome, NO_ANSWER),
  )
  const before = await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'واریز تومان' }))
  await userEvent.type(await screen.findByLabelText('مبلغ'), '50000')
  await userEvent.click(screen.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  await screen.findByText('نتیجه هنوز مشخص نیست')
  expect(JSON.stringify({ ...localStorage })).not.toContain(CARD.cardNumber)
  before.unmount()

  server.use(mockEndpoint(getOutcome, { baseDTO: { kind: 'DEPOSIT', deposit, redirectSite: GATEWAY } }))
  vi.stubGlobal('location', { assign, href: 'http://localhost/', origin: 'http://localhost' })
  await drawClient(<WalletPage />)
  expect(await screen.findByText('پرداخت شما در درگاه آماده است.')).toBeVisible()
  expect(assign).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'رفتن به درگاه پرداخت' }))
  expect(assign).toHaveBeenCalledExactlyOnceWith(GATEWAY)
  expect(sent).toHaveLength(1)
})

test('without a verified card the way to the account is shown', async () => {
  server.use(mockEndpoint(getVerifiedBankAccounts, { content: [] }))
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'واریز تومان' }))
  const link = await screen.findByRole('link', { name: 'افزودن کارت' })
  expect(link).toHaveAttribute('href', '/profile/account')
})

test('the eye covers every balance', async () => {
  await drawClient(<WalletPage />)
  expect((await screen.findAllByText('۱٬۵۰۰٬۰۰۰')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'مخفی کردن موجودی‌ها' }))
  expect(screen.queryByText('۱٬۵۰۰٬۰۰۰')).toBeNull()
  expect(screen.queryByText('۱٬۲۰۰٬۰۰۰')).toBeNull()
})

test('an address opens the sheet, with the amount that it names; closed, the address forgets it', async () => {
  const onDepositClosed = vi.fn()
  await drawClient(<WalletPage deposit="1250000" onDepositClosed={onDepositClosed} />)
  const sheet = within(await screen.findByRole('dialog', { name: 'واریز تومان' }))
  expect(await sheet.findByLabelText('مبلغ')).toHaveValue('۱٬۲۵۰٬۰۰۰')
  await userEvent.click(sheet.getByRole('button', { name: 'بستن' }))
  expect(onDepositClosed).toHaveBeenCalledOnce()
})
