import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { getAccount } from '#contract/account.ts'
import { getVerifiedBankAccounts } from '#contract/account-form.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getDepositOptions, getDeposits } from '#contract/deposits.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const bank = vi.hoisted(() => ({ deposit: true, withdrawal: false }))
vi.mock('#domain/transfers.ts', async (original) => ({
  ...(await original<typeof import('#domain/transfers.ts')>()),
  TRANSFERS: { bank, networks: new Map() },
}))

const server = clientServer()
const CARD = { cardNumber: '6037991234567893', shebaCode: 'IR1', bankName: 'بانک ملی' }
const WORDS = {
  fa: { closed: 'برداشت هنوز فعال نیست؛ پیش از واریز در نظر بگیرید.', deposit: 'واریز تومان' },
  en: {
    closed: "Withdrawals aren't open yet; keep that in mind before you deposit.",
    deposit: 'Deposit Toman',
  },
}

beforeEach(() =>
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getWallets, { baseDTO: {} }),
    mockEndpoint(getDeposits, { content: [] }),
  ),
)
afterEach(() => {
  bank.withdrawal = false
})

async function openSheet(language: 'fa' | 'en', cards: readonly (typeof CARD)[]) {
  const gateways = [{ paymentGateway: 'ZARINPAL' as const, name: 'Zarinpal' }]
  server.use(
    mockEndpoint(getVerifiedBankAccounts, { content: [...cards] }),
    mockEndpoint(getDepositOptions, { baseDTO: { gateways, dayMax: '200000000', dayLeft: '200000000', openLeft: 5 } }),
  )
  await drawClient(<WalletPage />, { language })
  const open = await screen.findByRole('button', { name: WORDS[language].deposit })
  const saidBefore = screen.queryAllByText(WORDS[language].closed).length
  await userEvent.click(open)
  return { saidBefore, sheet: within(await screen.findByRole('dialog', { name: WORDS[language].deposit })) }
}

test.each([
  ['fa', [CARD]],
  ['fa', []],
  ['en', [CARD]],
] as const)(
  'in %s, with the cards %j, the wallet and the sheet say that nothing goes out yet',
  async (language, cards) => {
    const { saidBefore, sheet } = await openSheet(language, cards)
    expect(saidBefore).toBe(1)
    expect(await sheet.findByText(WORDS[language].closed)).toBeVisible()
  },
)

test('the line is gone once Toman can be withdrawn', async () => {
  bank.withdrawal = true
  const { saidBefore, sheet } = await openSheet('fa', [CARD])
  expect(saidBefore).toBe(0)
  await sheet.findByLabelText('مبلغ')
  expect(sheet.queryByText(WORDS.fa.closed)).toBeNull()
})

test('a payment of a moment ago whose end is not known stands in the wallet; one that was left does not', async () => {
  const deposit = {
    relatedCoin: 'TOMAN',
    bankAccount: null,
    isDone: false,
    link: null,
    paymentGateway: 'ZARINPAL' as const,
    payBack: null,
    transactionStatus: 'RAISED_BY_USER' as const,
    createdAtDateTime: new Date().toISOString(),
  }
  server.use(
    mockEndpoint(getDeposits, {
      content: [
        { ...deposit, id: '4', amount: '250000' },
        { ...deposit, id: '3', amount: '350000', transactionStatus: 'UNCONFIRMED' as const },
        { ...deposit, id: '2', amount: '450000', createdAtDateTime: new Date(Date.now() - 3_600_000).toISOString() },
      ],
    }),
  )
  await drawClient(<WalletPage />)
  expect(await screen.findByText('واریز شما در حال بررسی است')).toBeVisible()
  expect(screen.getByText('۲۵۰٬۰۰۰')).toBeVisible()
  expect(screen.queryByText('۳۵۰٬۰۰۰')).toBeNull()
  expect(screen.queryByText('۴۵۰٬۰۰۰')).toBeNull()
})
