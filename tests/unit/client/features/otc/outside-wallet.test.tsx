import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { validateOutside } from '#client/features/otc/outside-wallet.tsx'
import { QuickTrade } from '#client/features/otc/quick-trade.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { lockPrice, quickBuy } from '#contract/exchange.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { getWallets } from '#contract/wallets.ts'
import { beginPasskeyWithdrawal, getWithdrawalTerms, sendWithdrawalCode } from '#contract/withdrawals.ts'
import { amount } from '#domain/units.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { PASSKEY_QUESTION, stubPasskeyDevice, WIRE_PASSKEY } from '#tests/builders/passkey-device.ts'
import { person } from '#tests/builders/session.ts'
import { SENDING_COINS, TAGGED_COINS, wirePrices } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'
import { WIRE_CODE_SENT, WIRE_TERMS } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const balance = (coin: string, credit: string) => ({
  ...{ coin, credit, blockedCredit: '0', totalBalance: credit },
  wholePriceOfCredit: null,
})
const bought = wireOrder({
  ...{ orderType: 'EXCHANGE_BUY', orderStatus: 'DONE', marketType: 'BITCOIN_TOMAN', destinationCoin: 'BITCOIN' },
  ...{
    unitPrice: '6500000000',
    executedAmount: '0.01',
    executedValue: '65000000',
    wage: '0.00003',
    received: '0.00997',
  },
})

let codes: unknown[] = []
let sent: Sent[] = []
/** The answers to the first purchases; the next one is made. */
let refusals: (ReturnType<typeof refuseWith> | typeof NO_ANSWER)[] = []
beforeEach(() => {
  codes = []
  sent = []
  refusals = []
  server.use(
    mockEndpoint(getCoinDetails, SENDING_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getTomanPrices, () => wirePrices(8_000_000n)),
    mockEndpoint(getWallets, { baseDTO: { TOMAN: balance('TOMAN', '100000000') } }),
    mockEndpoint(lockPrice, { baseDTO: { quote: 'quote-of-this-test', expiresAt: '2026-11-29T07:30:00.000Z' } }),
    mockEndpoint(getWithdrawalTerms, { baseDTO: WIRE_TERMS }),
    mockEndpoint(getPasskeys, { content: [] }),
    mockEndpoint(sendWithdrawalCode, ({ body }) => {
      codes.push(body)
      return { baseDTO: WIRE_CODE_SENT }
    }),
    mockEndpoint(quickBuy, (request) => {
      sent.push(request)
      return refusals.shift() ?? { baseDTO: bought }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())
const LABEL = 'به کیف پول بیرونی بفرست'

async function openForm({ amount: typed = '0.01' } = {}) {
  await drawClient(<QuickTrade first={{ coin: 'BITCOIN' }} />)
  await screen.findByText('۱۰۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText('مقدار'), typed)
  await userEvent.click(await screen.findByRole('checkbox', { name: LABEL }))
  return screen.findByLabelText('آدرس مقصد')
}
const pressBuy = async () => userEvent.click(await screen.findByRole('button', { name: 'خرید بیت‌کوین' }))

async function openConfirmation() {
  await userEvent.type(await openForm(), ADDRESS)
  await pressBuy()
  return within(await screen.findByRole('dialog', { name: 'تأیید خرید' }))
}
type Sheet = Awaited<ReturnType<typeof openConfirmation>>

async function pressIn(sheet: Sheet, name: string) {
  const button = await sheet.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}

async function buyBy(sheet: Sheet, code: string) {
  await userEvent.type(await sheet.findByLabelText('کد ۶ رقمی'), code)
  await pressIn(sheet, 'تأیید و خرید')
}

test('the switch is offered for a purchase of a coin that leaves, and for nothing else', async () => {
  await drawClient(<QuickTrade first={{ coin: 'BITCOIN' }} />)
  expect(await screen.findByRole('checkbox', { name: LABEL })).not.toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'فروش' }))
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull()
})

test('gold, which goes over no network, has no switch', async () => {
  await drawClient(<QuickTrade />)
  await screen.findByText('۱۰۰٬۰۰۰٬۰۰۰')
  expect(screen.queryByRole('checkbox', { name: LABEL })).toBeNull()
})

test('a purchase needs the address, and one below the minimum of the network is not confirmed', async () => {
  const address = await openForm({ amount: '0.001' })
  await pressBuy()
  expect(await screen.findByText('آدرس مقصد را وارد کنید.')).toBeVisible()
  // Our wage is taken off before.
  expect(screen.getByText(/حداقل این شبکه، پس از کارمزد ما، .*۰٫۰۰۱/)).toBeVisible()
  await userEvent.type(address, ADDRESS)
  await pressBuy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [99_999n, 'belowMin'],
  [100_000n, undefined],
  [5_000_000_000n, undefined],
  [5_000_000_001n, 'aboveMax'],
])('of %d units that are left the network says %s', (received, problem) => {
  const [network] = SENDING_COINS.content.find(({ name }) => name === 'BITCOIN')?.tokenTypeDetails ?? []
  const facts = { coin: { decimals: 8, precision: 8 }, network, received: amount(received) }
  expect(validateOutside({ network: 'BTC', address: ADDRESS }, facts).network).toBe(problem)
})

test('the whole way: what arrives after both fees, the whole address, the code, the trade and its receipt', async () => {
  const sheet = await openConfirmation()
  const facts = sheet.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toContain(ADDRESS)
  // 0.01 without our 0.3 % and the network's 0.0002.
  expect(facts).toContain('۰٫۰۰۹۷۷ BTC')
  await pressIn(sheet, 'دریافت کد تأیید')
  await buyBy(sheet, '123456')
  const receipt = within(await screen.findByRole('dialog', { name: 'خرید انجام شد' }))
  expect(await receipt.findByText('ارسال خرید شما به کیف پول بیرونی ثبت شد.')).toBeVisible()
  expect(codes).toEqual([
    {
      ...{ amount: '0.01', destinationWalletAddress: ADDRESS, relatedCoin: 'BITCOIN', tokenType: 'BTC' },
      isBought: true,
    },
  ])
  expect(sent.map(({ body }) => body)).toMatchObject([
    { amount: '0.01', destinationWallet: ADDRESS, tokenType: 'BTC', code: '123456', orderType: 'EXCHANGE_BUY' },
  ])
})

test('a refused address is said at its field, with the form as it was', async () => {
  server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith('ADDRESS_INVALID')))
  const sheet = await openConfirmation()
  await pressIn(sheet, 'دریافت کد تأیید')
  expect(await screen.findByText(REFUSALS.ADDRESS_INVALID.fa)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  const address = screen.getByLabelText('آدرس مقصد')
  expect(address).toHaveValue(ADDRESS)
  await userEvent.type(address, '5')
  expect(screen.queryByText(REFUSALS.ADDRESS_INVALID.fa)).toBeNull()
})

test('a code that cannot be sent is said in the confirmation', async () => {
  server.use(mockEndpoint(sendWithdrawalCode, () => refuseWith('WITHDRAWALS_HELD')))
  const sheet = await openConfirmation()
  await pressIn(sheet, 'دریافت کد تأیید')
  expect(await sheet.findByText(REFUSALS.WITHDRAWALS_HELD.fa)).toBeVisible()
})

test('a wrong code says so and takes another', async () => {
  refusals = [refuseWith('INCORRECT_OTP')]
  const sheet = await openConfirmation()
  await pressIn(sheet, 'دریافت کد تأیید')
  await buyBy(sheet, '111111')
  expect(await sheet.findByText(REFUSALS.INCORRECT_OTP.fa)).toBeVisible()
  await buyBy(sheet, '222222')
  expect(await screen.findByRole('dialog', { name: 'خرید انجام شد' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toMatchObject([{ code: '111111' }, { code: '222222' }])
  expect(codes).toHaveLength(1)
})

test('a changed price keeps everything, and another code is asked for', async () => {
  refusals = [refuseWith('PRICE_CHANGED', { unitPrice: '6600000000' })]
  const sheet = await openConfirmation()
  await pressIn(sheet, 'دریافت کد تأیید')
  await buyBy(sheet, '111111')
  expect(await sheet.findByText(/کد قبلی دیگر معتبر نیست/)).toBeVisible()
  expect(sheet.queryByLabelText('کد ۶ رقمی')).toBeNull()
  await pressIn(sheet, 'ارسال دوبارهٔ کد')
  await buyBy(sheet, '222222')
  expect(await screen.findByRole('dialog', { name: 'خرید انجام شد' })).toBeVisible()
  expect(codes).toHaveLength(2)
  expect(sent.map(({ body }) => body)).toMatchObject([{ code: '111111' }, { code: '222222', amount: '0.01' }])
})

test('a lost answer is asked about, and repeated under the same key', async () => {
  refusals = [NO_ANSWER]
  server.use(mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }))
  const sheet = await openConfirmation()
  await pressIn(sheet, 'دریافت کد تأیید')
  await buyBy(sheet, '123456')
  await pressIn(sheet, 'تلاش دوباره')
  expect(await screen.findByRole('dialog', { name: 'خرید انجام شد' })).toBeVisible()
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
  expect(sent[1]?.body).toEqual(sent[0]?.body)
})

test('a passkey confirms in place of the code, and the purchase waits for its own press', async () => {
  const asked: unknown[] = []
  stubPasskeyDevice()
  server.use(
    mockEndpoint(getPasskeys, { content: [WIRE_PASSKEY] }),
    mockEndpoint(beginPasskeyWithdrawal, ({ body }) => {
      asked.push(body)
      return { baseDTO: PASSKEY_QUESTION }
    }),
  )
  refusals = [refuseWith('PASSKEY_EXPIRED')]
  const sheet = await openConfirmation()
  for (const refusal of [REFUSALS.PASSKEY_EXPIRED.fa, undefined]) {
    await pressIn(sheet, 'تأیید با گذرکلید')
    expect(await sheet.findByText(/^با گذرکلید تأیید شد/)).toBeVisible()
    await pressIn(sheet, 'تأیید و خرید')
    if (refusal) expect(await sheet.findByText(refusal)).toBeVisible()
  }
  expect(await screen.findByRole('dialog', { name: 'خرید انجام شد' })).toBeVisible()
  const leaving = { amount: '0.01', destinationWalletAddress: ADDRESS, relatedCoin: 'BITCOIN', tokenType: 'BTC' }
  expect(asked).toEqual(Array.from({ length: 2 }, () => ({ ...leaving, isBought: true })))
  const passkey = { flowToken: PASSKEY_QUESTION.flowToken }
  expect(sent.map(({ body }) => body)).toMatchObject([{ passkey }, { passkey }])
  expect(sent[0]?.body).not.toHaveProperty('code')
  expect(codes).toEqual([])
})

test('what the limits leave is said where the purchase leaves', async () => {
  await openForm()
  expect(await screen.findByText(/^از سقف یک ساعت .*۹۰۰٬۰۰۰.* سقف ۲۴ ساعت .*۴٬۰۰۰٬۰۰۰.* ارزش تومانی/)).toBeVisible()
})

test('while withdrawals are held, the form of a purchase that leaves says until when', async () => {
  const heldUntilDateTime = '2026-11-30T07:30:00.000Z'
  server.use(mockEndpoint(getWithdrawalTerms, { baseDTO: { ...WIRE_TERMS, heldUntilDateTime } }))
  await openForm()
  expect(await screen.findByText('برداشت از حساب شما موقتاً بسته است')).toBeVisible()
})

test('coins whose addresses have tags are sent with the tag, and the confirmation shows it', async () => {
  server.use(
    mockEndpoint(getCoinDetails, TAGGED_COINS),
    mockEndpoint(getTomanPrices, () => {
      const prices = wirePrices(8_000_000n)
      const xrp = prices.content.map((row) => ({
        ...row,
        destCoinSymbol: 'RIPPLE',
        buyPrice: '200000',
        sellPrice: '199000',
      }))
      return { ...prices, content: [...prices.content, ...xrp.slice(0, 1)] }
    }),
  )
  await drawClient(<QuickTrade first={{ coin: 'RIPPLE' }} />)
  await screen.findByText('۱۰۰٬۰۰۰٬۰۰۰')
  await userEvent.type(screen.getByLabelText('مقدار'), '10')
  await userEvent.click(await screen.findByRole('checkbox', { name: LABEL }))
  await userEvent.type(await screen.findByLabelText('آدرس مقصد'), 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws')
  await userEvent.type(screen.getByLabelText('تگ مقصد (Tag)'), '120')
  await userEvent.click(screen.getByRole('button', { name: 'خرید ریپل' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('120')).toBeVisible()
  await userEvent.click(await dialog.findByRole('button', { name: 'دریافت کد تأیید' }))
  await expect
    .poll(() => codes)
    .toMatchObject([{ relatedCoin: 'RIPPLE', tokenType: 'XRP', tag: '120', isBought: true }])
})
