import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { mostOf, validateWithdrawal, type WithdrawBounds } from '#client/features/wallet/withdraw-form.logic.ts'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { getWallets } from '#contract/wallets.ts'
import { getWithdrawalTerms, requestWithdrawal, sendWithdrawalCode } from '#contract/withdrawals.ts'
import { HOLD_ENTRY } from '#domain/content.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_CODE_SENT, WIRE_TERMS, wireWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const SHEBA = 'IR062960000000100324200001'
const TERMS = { ...WIRE_TERMS, bankAccounts: [{ shebaCode: SHEBA, bankName: 'بانک ملی ایران' }] }

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getWithdrawalTerms, { baseDTO: TERMS }),
    mockEndpoint(sendWithdrawalCode, { baseDTO: WIRE_CODE_SENT }),
    mockEndpoint(getWallets, {
      baseDTO: {
        TOMAN: {
          ...{ coin: 'TOMAN', credit: '1200000', blockedCredit: '0', totalBalance: '1200000' },
          wholePriceOfCredit: '1200000',
        },
      },
    }),
  )
})

async function openSheet() {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'برداشت' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'برداشت تومان' }))
  return sheet
}

async function askForCode(amount: string) {
  const sheet = await openSheet()
  await userEvent.type(await sheet.findByLabelText('مبلغ'), amount)
  await userEvent.click(sheet.getByRole('button', { name: 'دریافت کد تأیید' }))
  return sheet
}

describe('the form', () => {
  const bounds: WithdrawBounds = {
    free: '1200000.5',
    min: '50000',
    max: '1000000',
    hourLeft: '900000',
    dayLeft: '4000000',
  }
  test.each([
    ['', 'amountRequired'],
    ['0', 'amountRequired'],
    ['1200001', 'moreAmount'],
    ['1000001', 'maxAmountErr'],
    ['49999', 'minAmountErr'],
    ['900001', 'aboveHour'],
    ['900000', undefined],
    ['50000', undefined],
  ])('of %s has the problem %s', (amount, problem) => {
    expect(validateWithdrawal({ amount, sheba: SHEBA }, bounds).amount).toBe(problem)
  })

  test('needs an account, and the most is what balance, bound and limit allow together', () => {
    expect(validateWithdrawal({ amount: '50000', sheba: '' }, bounds)).toEqual({ sheba: 'addressRequired' })
    expect(mostOf(bounds)).toBe('900000')
    expect(mostOf({ ...bounds, hourLeft: '2000000' })).toBe('1000000')
    expect(mostOf({ ...bounds, free: '700000.9' })).toBe('700000')
    expect(mostOf({ ...bounds, free: '49999' })).toBe('')
  })

  test.each([
    ['900000', '4000000', 'aboveHour', 'اکنون سقف یک ساعت تعیین‌کننده است.'],
    ['900000', '300000', 'aboveDay', 'اکنون سقف ۲۴ ساعت تعیین‌کننده است.'],
    ['300000', '300000', 'aboveDay', 'اکنون سقف ۲۴ ساعت تعیین‌کننده است.'],
  ])(
    'with %s left of the hour and %s of the day says at the amount which binds',
    async (hourLeft, dayLeft, problem, said) => {
      expect(validateWithdrawal({ amount: '950000', sheba: SHEBA }, { ...bounds, hourLeft, dayLeft }).amount).toBe(
        problem,
      )
      server.use(mockEndpoint(getWithdrawalTerms, { baseDTO: { ...TERMS, hourLeft, dayLeft } }))
      const sheet = await openSheet()
      expect(await sheet.findByText(new RegExp(`^از سقف یک ساعت .+ مانده است. ${said}$`))).toBeVisible()
    },
  )
})

test('the whole way: amount, code with everything that is paid, receipt', async () => {
  const asked: Sent[] = []
  const sent: Sent[] = []
  server.use(
    mockEndpoint(sendWithdrawalCode, (request) => {
      asked.push(request)
      return { baseDTO: WIRE_CODE_SENT }
    }),
    mockEndpoint(requestWithdrawal, (request) => {
      sent.push(request)
      return { baseDTO: wireWithdrawal() }
    }),
  )
  const sheet = await openSheet()
  await userEvent.click(await sheet.findByRole('button', { name: 'همهٔ موجودی' }))
  expect(await sheet.findByLabelText('مبلغ')).toHaveValue('۹۰۰٬۰۰۰')
  await userEvent.click(sheet.getByRole('button', { name: 'دریافت کد تأیید' }))
  const leaving = { amount: '900000', destinationWalletAddress: SHEBA, relatedCoin: 'TOMAN' }
  expect(await sheet.findByText(/IR۰۶ ۲۹۶۰ ۰۰۰۰ ۰۰۱۰ ۰۳۲۴ ۲۰۰۰ ۰۱/)).toBeVisible()
  expect(asked[0]?.body).toEqual(leaving)
  await userEvent.type(sheet.getByLabelText('کد ۶ رقمی'), '123456')
  expect(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ ...leaving, code: '123456' }])
  expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
})

test('a wrong code says so and takes another, and a used-up one asks for a new one', async () => {
  const refusals = [refuseWith('INCORRECT_OTP'), refuseWith('TOO_MANY_TRIES')]
  server.use(mockEndpoint(requestWithdrawal, () => refusals.shift() ?? { baseDTO: wireWithdrawal() }))
  const sheet = await askForCode('500000')
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), '111111')
  expect(await sheet.findByText('کد نادرست است؛ دوباره بررسی کنید.')).toBeVisible()
  const field = sheet.getByLabelText('کد ۶ رقمی')
  expect(field).toHaveValue('')
  await userEvent.type(field, '222222')
  const again = await sheet.findByRole('button', { name: 'ارسال دوبارهٔ کد' })
  await userEvent.click(again)
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), '333333')
  expect(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' })).toBeVisible()
})

test('a refusal before the code stays on the form with its amount', async () => {
  server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith('WITHDRAWAL_DAY_LIMIT_REACHED')))
  const sheet = await askForCode('500000')
  expect(await sheet.findByText(/سقف برداشت ۲۴ ساعت/)).toBeVisible()
  expect(sheet.getByLabelText('مبلغ')).toHaveValue('۵۰۰٬۰۰۰')
})

test('an answer that is lost is asked about, and the withdrawal that was raised is shown', async () => {
  server.use(
    mockEndpoint(requestWithdrawal, () => NO_ANSWER),
    mockEndpoint(getOutcome, { baseDTO: { kind: 'WITHDRAWAL', withdrawal: wireWithdrawal() } }),
  )
  const sheet = await askForCode('500000')
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), '123456')
  expect(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' })).toBeVisible()
})

test('while withdrawals are held, the sheet says so, and leads to the entry of the manual that explains why', async () => {
  server.use(mockEndpoint(getWithdrawalTerms, { baseDTO: { ...TERMS, heldUntilDateTime: '2026-11-29T07:30:00.000Z' } }))
  const sheet = await openSheet()
  expect(await sheet.findByText('برداشت از حساب شما موقتاً بسته است')).toBeVisible()
  expect(sheet.getByRole('link', { name: 'چرا برداشت بسته می‌شود؟' })).toHaveAttribute('href', `/faq?open=${HOLD_ENTRY}`)
})

test('a user without a verified account is led to add one', async () => {
  server.use(mockEndpoint(getWithdrawalTerms, { baseDTO: { ...TERMS, bankAccounts: [] } }))
  expect(await (await openSheet()).findByRole('link', { name: 'افزودن حساب بانکی' })).toBeVisible()
})

test('an amount that operators review is not promised for the next batch, before and beside its code', async () => {
  server.use(mockEndpoint(getWithdrawalTerms, { baseDTO: { ...TERMS, reviewedFrom: '500000' } }))
  const sheet = await openSheet()
  const amount = await sheet.findByLabelText('مبلغ')
  await userEvent.type(amount, '499999')
  expect(sheet.queryByText(/پس از بررسی ما/)).toBeNull()
  await userEvent.clear(amount)
  await userEvent.type(amount, '500000')
  expect(sheet.getByText(/پس از بررسی ما/)).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'دریافت کد تأیید' }))
  expect(await sheet.findByText('کد را به', { exact: false })).toBeVisible()
  expect(sheet.getByText(/پس از بررسی ما/)).toBeVisible()
})
