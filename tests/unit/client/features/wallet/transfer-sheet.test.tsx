import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { getSavedAddresses } from '#contract/saved-addresses.ts'
import { getWallets } from '#contract/wallets.ts'
import {
  beginPasskeyWithdrawal,
  getWithdrawalTerms,
  requestWithdrawal,
  sendWithdrawalCode,
} from '#contract/withdrawals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { PASSKEY_QUESTION, stubPasskeyDevice, WIRE_PASSKEY } from '#tests/builders/passkey-device.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_CODE_SENT, WIRE_TERMS, wireWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const NUMBER = '09121234567'
const sentCode = { ...WIRE_CODE_SENT, recipientName: 'سارا ر.' }
const made = wireWithdrawal({
  ...{ tokenType: 'USER', bankAccount: null, destinationWalletAddress: NUMBER, state: 'CONFIRMED' },
  ...{ transactionStatus: 'CONFIRMED', isDone: true, cancellable: false },
})

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getPasskeys, { content: [] }),
    mockEndpoint(getSavedAddresses, { content: [], baseDTO: { onlySaved: false } }),
    mockEndpoint(getWithdrawalTerms, { baseDTO: WIRE_TERMS }),
    mockEndpoint(sendWithdrawalCode, { baseDTO: sentCode }),
    mockEndpoint(getWallets, {
      baseDTO: {
        TOMAN: {
          ...{ coin: 'TOMAN', credit: '1200000', blockedCredit: '0', totalBalance: '1200000' },
          wholePriceOfCredit: '1200000',
        },
        GOLD: { coin: 'GOLD', credit: '2.5', blockedCredit: '0', totalBalance: '2.5', wholePriceOfCredit: null },
      },
    }),
  )
})

/** Also for a user without a bank account. */
async function openTransfer() {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'برداشت' }))
  await userEvent.click(await screen.findByRole('button', { name: 'انتقال به کاربر دیگر کیمیا' }))
  return within(await screen.findByRole('dialog', { name: 'انتقال تومان به کاربر دیگر' }))
}
type Form = Awaited<ReturnType<typeof openTransfer>>
const fill = async (form: Form, number: string, amount: string) => {
  await userEvent.type(await form.findByLabelText('شمارهٔ موبایل گیرنده'), number)
  await userEvent.type(form.getByLabelText('مقدار'), amount)
}
const next = (form: Form) => userEvent.click(form.getByRole('button', { name: 'دریافت کد تأیید' }))

test('number and amount, the recipient’s name beside the code, and the receipt', async () => {
  const asked: Sent[] = []
  const sent: Sent[] = []
  server.use(
    mockEndpoint(sendWithdrawalCode, (request) => {
      asked.push(request)
      return { baseDTO: sentCode }
    }),
    mockEndpoint(requestWithdrawal, (request) => {
      sent.push(request)
      return { baseDTO: made }
    }),
  )
  const form = await openTransfer()
  await fill(form, '۰۹۱۲۱۲۳۴۵۶۷', '500000')
  expect(form.getByText(/^از سقف یک ساعت .*۹۰۰٬۰۰۰.* تعیین‌کننده است\.$/)).toBeVisible()
  await next(form)
  expect(await form.findByText('سارا ر.')).toBeVisible()
  const leaving = { destinationWalletAddress: NUMBER, amount: '500000', relatedCoin: 'TOMAN', withdrawalType: 'OTHER' }
  expect(asked).toMatchObject([{ body: leaving }])
  await userEvent.type(form.getByLabelText('کد ۶ رقمی'), '123456')
  await waitFor(() => expect(sent).toMatchObject([{ body: { ...leaving, code: '123456' } }]))
  expect(await screen.findByText('انتقال انجام شد و در موجودی گیرنده است.')).toBeVisible()
  expect(screen.getByText('سارا ر.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'مشاهدهٔ انتقال در تاریخچه' })).toBeVisible()
})

test('an amount that operators will look at says so beside its code', async () => {
  server.use(mockEndpoint(sendWithdrawalCode, { baseDTO: { ...sentCode, isReviewed: true } }))
  const form = await openTransfer()
  await fill(form, NUMBER, '500000')
  await next(form)
  expect(await form.findByText(/این مبلغ را پیش از ارسال بررسی می‌کنند/)).toBeVisible()
})

test('a user who withdraws to saved addresses alone reads that transfers are closed, with the way to the setting', async () => {
  server.use(mockEndpoint(getSavedAddresses, { content: [], baseDTO: { onlySaved: true } }))
  const form = await openTransfer()
  expect(await form.findByText(/انتقال به کاربران دیگر بسته است/)).toBeVisible()
  expect(form.getByRole('link', { name: 'آدرس‌های برداشت' })).toHaveAttribute('href', '/profile/settings#security')
  expect(form.queryByLabelText('شمارهٔ موبایل گیرنده')).toBeNull()
})

test('gold, which no network carries, is transferred from its row', async () => {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^انتقال طلا.* به کاربر دیگر$/ }))
  const form = within(await screen.findByRole('dialog', { name: /^انتقال طلا.* به کاربر دیگر$/ }))
  await userEvent.click(await form.findByRole('button', { name: 'همهٔ موجودی' }))
  expect(form.getByLabelText('مقدار')).toHaveValue('۲٫۵')
})

test('what is no number, and more than there is, is said at its field, and nothing is asked for', async () => {
  const asked: Sent[] = []
  server.use(
    mockEndpoint(sendWithdrawalCode, (request) => {
      asked.push(request)
      return { baseDTO: sentCode }
    }),
  )
  const form = await openTransfer()
  await fill(form, '0912', '1200001')
  await next(form)
  expect(form.getByText(/شمارهٔ موبایل را کامل وارد کنید/)).toBeVisible()
  expect(form.getByText('مقدار از موجودی شما بیشتر است.')).toBeVisible()
  expect(asked).toEqual([])
})

test.each([
  ['MOBILE_NUMBER_NOT_FOUND', 'شمارهٔ موبایل گیرنده', /کاربر تأییدشده‌ای با این شمارهٔ موبایل نیست/],
  ['OWN_MOBILE_NUMBER', 'شمارهٔ موبایل گیرنده', /شمارهٔ موبایل خود شماست/],
  ['LOW_AMOUNT', 'مقدار', /کمترین ارزش هر انتقال/],
  ['AMOUNT_NOT_ALLOWED', 'مقدار', /این مقدار قابل انتقال نیست/],
] as const)('a refusal with %s is said at its field, which keeps what was typed', async (code, label, sentence) => {
  server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith(code)))
  const form = await openTransfer()
  await fill(form, NUMBER, '500000')
  await next(form)
  expect(await form.findByText(sentence)).toBeVisible()
  expect(form.getByLabelText(label)).toHaveAccessibleDescription(sentence)
  expect(form.getByLabelText('شمارهٔ موبایل گیرنده')).toHaveValue(NUMBER)
})

test('a user with a passkey confirms by it, for this transfer alone and without the code', async () => {
  const asked: Sent[] = []
  const sent: Sent[] = []
  stubPasskeyDevice()
  server.use(
    mockEndpoint(getPasskeys, { content: [WIRE_PASSKEY] }),
    mockEndpoint(beginPasskeyWithdrawal, (request) => {
      asked.push(request)
      return { baseDTO: PASSKEY_QUESTION }
    }),
    mockEndpoint(requestWithdrawal, (request) => {
      sent.push(request)
      return { baseDTO: made }
    }),
  )
  const form = await openTransfer()
  await fill(form, NUMBER, '500000')
  await next(form)
  await userEvent.click(await form.findByRole('button', { name: 'تأیید با گذرکلید' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ body: { amount: '500000', passkey: { flowToken: PASSKEY_QUESTION.flowToken } } }]),
  )
  expect(asked).toMatchObject([
    { body: { destinationWalletAddress: NUMBER, amount: '500000', withdrawalType: 'OTHER' } },
  ])
  expect(sent[0]?.body).not.toHaveProperty('code')
})
