import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { getPositions } from '#contract/positions.ts'
import { getWallets } from '#contract/wallets.ts'
import { getWithdrawalTerms, requestWithdrawal, sendWithdrawalCode } from '#contract/withdrawals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { SENDING_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_CODE_SENT, WIRE_TERMS, wireCoinWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const balance = (coin: string, credit: string) => ({
  ...{ coin, credit, blockedCredit: '0', totalBalance: credit },
  wholePriceOfCredit: '1200000',
})

let asked: Sent[] = []
beforeEach(() => {
  asked = []
  server.use(
    mockEndpoint(getCoinDetails, SENDING_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getDeposits, { content: [] }),
    mockEndpoint(getPositions, { content: [] }),
    mockEndpoint(getWithdrawalTerms, { baseDTO: WIRE_TERMS }),
    mockEndpoint(sendWithdrawalCode, (request) => {
      asked.push(request)
      return { baseDTO: WIRE_CODE_SENT }
    }),
    mockEndpoint(getWallets, {
      baseDTO: {
        GOLD: balance('GOLD', '1'),
        BITCOIN: balance('BITCOIN', '0.5'),
        ETHEREUM: balance('ETHEREUM', '2.000000000000000001'),
      },
    }),
  )
})

async function openSheet(name = 'اتریوم') {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: `برداشت ${name}` }))
  return within(await screen.findByRole('dialog', { name: `برداشت ${name}` }))
}
type OpenSheet = Awaited<ReturnType<typeof openSheet>>

async function fill(sheet: OpenSheet, { network = 'ERC20', address = ADDRESS, amount = '1.5' } = {}) {
  await userEvent.selectOptions(await sheet.findByLabelText('شبکه'), network)
  await userEvent.click(sheet.getByLabelText('آدرس مقصد'))
  await userEvent.paste(address)
  await userEvent.type(sheet.getByLabelText('مقدار'), amount)
}
const press = (sheet: OpenSheet) => userEvent.click(sheet.getByRole('button', { name: 'دریافت کد تأیید' }))

/** The sentence that the field says of itself. */
const saidAt = (sheet: OpenSheet, label: string) =>
  document.getElementById(sheet.getByLabelText(label).getAttribute('aria-describedby') ?? '')

test('while the server cannot be reached the buttons of coins keep their names, and are off', async () => {
  await drawClient(<WalletPage />)
  const buttons = async () => screen.findAllByRole('button', { name: /^(واریز|برداشت)( اتریوم)?$/ })
  expect((await buttons()).filter((button) => button.matches(':disabled'))).toEqual([])
  const count = (await buttons()).length
  act(() => connectionLost.set(true))
  try {
    expect((await buttons()).filter((button) => button.matches(':disabled'))).toHaveLength(count)
  } finally {
    act(() => connectionLost.set(false))
  }
  expect(count).toBeGreaterThan(2)
})

test('the button stands at coins with a network that sends now, and not at the others', async () => {
  await drawClient(<WalletPage />)
  expect(await screen.findByRole('button', { name: 'برداشت بیت‌کوین' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'برداشت اتریوم' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /برداشت طلا/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'واریز بیت‌کوین' })).toBeNull()
})

test('the whole way: everything is paid by one code, to the whole address, with what arrives to the last decimal', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(requestWithdrawal, (request) => {
      sent.push(request)
      return { baseDTO: wireCoinWithdrawal({ state: 'APPROVED' }) }
    }),
  )
  const sheet = await openSheet()
  expect(await sheet.findByLabelText('شبکه')).toHaveValue('')
  expect(sheet.getByText(/^از سقف یک ساعت .*۹۰۰٬۰۰۰.* ارزش تومانی/)).toBeVisible()
  await userEvent.selectOptions(sheet.getByLabelText('شبکه'), 'ERC20')
  expect(sheet.getByText(/انتقال به شبکهٔ دیگر از دست می‌رود/)).toBeVisible()
  await userEvent.click(sheet.getByLabelText('آدرس مقصد'))
  await userEvent.paste(`ethereum:${ADDRESS}@1?value=1`)
  expect(sheet.getByLabelText('آدرس مقصد')).toHaveValue(ADDRESS)
  await userEvent.click(sheet.getByRole('button', { name: 'همهٔ موجودی' }))
  expect(sheet.getByText('۱٫۹۹۹۰۰۰۰۰۰۰۰۰۰۰۰۰۰۱')).toBeVisible()
  await press(sheet)
  const leaving = {
    ...{ amount: '2.000000000000000001', destinationWalletAddress: ADDRESS },
    ...{ relatedCoin: 'ETHEREUM', tokenType: 'ERC20' },
  }
  const code = await sheet.findByLabelText('کد ۶ رقمی')
  expect(asked.map(({ body }) => body)).toEqual([leaving])
  expect(sheet.getByText('۲٫۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۱')).toBeVisible()
  const facts = sheet.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toContain(ADDRESS)
  expect(facts).toContain('ERC20')
  await userEvent.type(code, '123456')
  const receipt = within(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' }))
  expect(receipt.getByText('درخواست ثبت شد؛ تا چند دقیقهٔ دیگر به شبکه می‌رود.')).toBeVisible()
  expect(receipt.getByRole('link', { name: 'پیگیری یا لغو برداشت' })).toHaveAttribute(
    'href',
    '/profile/history?tab=coinWithdrawals',
  )
  expect(sent.map(({ body }) => body)).toEqual([{ ...leaving, code: '123456' }])
})

test('to the address of another user of ours nothing is paid to a network, before the code as after it', async () => {
  server.use(
    mockEndpoint(sendWithdrawalCode, { baseDTO: { ...WIRE_CODE_SENT, isInside: true } }),
    mockEndpoint(requestWithdrawal, {
      baseDTO: wireCoinWithdrawal({
        tokenType: 'USER',
        networkFee: '0',
        sentAmount: '1.5',
        amount: '1.5',
        state: 'CONFIRMED',
      }),
    }),
  )
  const sheet = await openSheet()
  await fill(sheet)
  await press(sheet)
  expect(await sheet.findByText(/این آدرسِ واریز یک کاربر دیگر کیمیاست/)).toBeVisible()
  const facts = (inside: OpenSheet) => inside.getAllByRole('definition').map(({ textContent }) => textContent)
  const free = ['۱٫۵ ETH', '۰ ETH', '۱٫۵ ETH', 'به کاربر کیمیا', ADDRESS]
  expect(facts(sheet)).toEqual(free)
  await userEvent.type(sheet.getByLabelText('کد ۶ رقمی'), '123456')
  const receipt = within(await screen.findByRole('dialog', { name: 'انتقال انجام شد' }))
  expect(receipt.getByText('انتقال انجام شد و در موجودی گیرنده است.')).toBeVisible()
  expect(facts(receipt)).toEqual(free)
})

test('the only network of a coin is chosen by itself', async () => {
  const sheet = await openSheet('بیت‌کوین')
  expect(await sheet.findByLabelText('شبکه')).toHaveValue('BTC')
  expect(saidAt(sheet, 'شبکه')).toHaveTextContent('کارمزد')
})

test('what is missing is said at each field, and nothing is asked', async () => {
  const sheet = await openSheet()
  await sheet.findByLabelText('شبکه')
  await press(sheet)
  expect(saidAt(sheet, 'شبکه')).toHaveTextContent('شبکه را انتخاب کنید.')
  expect(saidAt(sheet, 'آدرس مقصد')).toHaveTextContent('آدرس مقصد را وارد کنید.')
  expect(saidAt(sheet, 'مقدار')).toHaveTextContent('مقدار را وارد کنید.')
  expect(asked).toEqual([])
})

test.each([
  ['3', 'مقدار از موجودی شما بیشتر است.'],
  ['0.004', /حداقل برداشت .*۰٫۰۰۵.* است\./],
])('of the amount %s its field says why', async (amount, sentence) => {
  const sheet = await openSheet()
  await fill(sheet, { amount })
  expect(saidAt(sheet, 'مقدار')).toHaveTextContent(sentence)
})

describe('a refusal of the server', () => {
  test.each([
    ['ADDRESS_INVALID', 'آدرس مقصد'],
    ['CONFLICT', 'آدرس مقصد'],
    ['DESTINATION_TOO_NEW', 'آدرس مقصد'],
    ['NETWORK_REQUIRED', 'شبکه'],
    ['NETWORK_NOT_SUPPORTED', 'شبکه'],
    ['WITHDRAWAL_DISABLED', 'شبکه'],
    ['NOT_ENOUGH_BALANCE', 'مقدار'],
    ['AMOUNT_IS_HIGH', 'مقدار'],
    ['WITHDRAWAL_DAY_LIMIT_REACHED', 'مقدار'],
  ] as const satisfies readonly (readonly [ErrorCode, string])[])('as %s is said at «%s»', async (code, label) => {
    server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith(code)))
    const sheet = await openSheet()
    await fill(sheet)
    await press(sheet)
    await vi.waitFor(() => expect(saidAt(sheet, label)).toHaveTextContent(REFUSALS[code].fa))
  })

  test('names the bound that it carries', async () => {
    server.use(
      mockEndpoint(sendWithdrawalCode, () => refuseWith('AMOUNT_IS_LOW', { coin: 'ETHEREUM', min: '0.7' }, 'amount')),
    )
    const sheet = await openSheet()
    await fill(sheet)
    await press(sheet)
    await vi.waitFor(() => expect(saidAt(sheet, 'مقدار')).toHaveTextContent(/۰٫۷/))
  })

  test.each(['WALLET_UNAVAILABLE', 'WITHDRAWALS_HELD', 'WITHDRAWALS_STOPPED'] as const)(
    'as %s is said above the button, with the form as it was',
    async (code) => {
      server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith(code)))
      const sheet = await openSheet()
      await fill(sheet)
      await press(sheet)
      expect(await sheet.findByText(REFUSALS[code].fa)).toBeVisible()
      expect(sheet.getByLabelText('آدرس مقصد')).toHaveValue(ADDRESS)
      const why = sheet.queryByRole('link', { name: 'چرا برداشت بسته می‌شود؟' })
      expect(why !== null).toBe(code === 'WITHDRAWALS_HELD')
    },
  )

  test('about the address is gone with another network', async () => {
    server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith('ADDRESS_INVALID')))
    const sheet = await openSheet()
    await fill(sheet)
    await press(sheet)
    expect(await sheet.findByText(REFUSALS.ADDRESS_INVALID.fa)).toBeVisible()
    await userEvent.selectOptions(sheet.getByLabelText('شبکه'), 'BEP20')
    expect(sheet.queryByText(REFUSALS.ADDRESS_INVALID.fa)).toBeNull()
    expect(sheet.getByLabelText('آدرس مقصد')).toHaveValue(ADDRESS)
  })
})

test('a wrong code says so and keeps what is withdrawn; two presses send once', async () => {
  const sent: Sent[] = []
  const held = Promise.withResolvers<void>()
  server.use(
    mockEndpoint(requestWithdrawal, async (request) => {
      sent.push(request)
      if (sent.length === 1) return refuseWith('INCORRECT_OTP')
      await held.promise
      return { baseDTO: wireCoinWithdrawal() }
    }),
  )
  const sheet = await openSheet()
  await fill(sheet)
  await press(sheet)
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), '111111')
  expect(await sheet.findByText(REFUSALS.INCORRECT_OTP.fa)).toBeVisible()
  await userEvent.type(sheet.getByLabelText('کد ۶ رقمی'), '222222')
  await userEvent.click(sheet.getByRole('button', { name: 'تأیید و برداشت' }))
  held.resolve()
  expect(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toMatchObject([{ code: '111111' }, { code: '222222' }])
})

test('a step back from the code keeps the form', async () => {
  const sheet = await openSheet()
  await fill(sheet)
  await press(sheet)
  await userEvent.click(await sheet.findByRole('button', { name: 'تغییر مقدار یا آدرس' }))
  expect(await sheet.findByLabelText('آدرس مقصد')).toHaveValue(ADDRESS)
  expect(sheet.getByLabelText('مقدار')).toHaveValue('۱٫۵')
  expect(sheet.getByLabelText('شبکه')).toHaveValue('ERC20')
})

test('a lost answer is asked about, and repeated under the same key', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(requestWithdrawal, (request) => {
      sent.push(request)
      return sent.length === 1 ? NO_ANSWER : { baseDTO: wireCoinWithdrawal() }
    }),
    mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }),
  )
  const sheet = await openSheet()
  await fill(sheet)
  await press(sheet)
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), '123456')
  await userEvent.click(await sheet.findByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByRole('dialog', { name: 'درخواست برداشت ثبت شد' })).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
  expect(sent[1]?.body).toEqual(sent[0]?.body)
})

test('while withdrawals are held, the sheet says until when', async () => {
  server.use(
    mockEndpoint(getWithdrawalTerms, { baseDTO: { ...WIRE_TERMS, heldUntilDateTime: '2026-11-29T07:30:00.000Z' } }),
  )
  expect(await (await openSheet()).findByText('برداشت از حساب شما موقتاً بسته است')).toBeVisible()
})
