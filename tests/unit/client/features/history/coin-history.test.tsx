import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HistoryTab } from '#client/features/history/history-filter.ts'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { cancelWithdrawal, getWithdrawals } from '#contract/withdrawals.ts'
import { COIN_FAILURES } from '#domain/outgoing-transfer.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { SENDING_COINS } from '#tests/builders/wire-coins.ts'
import { wireCoinWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
let asked: Sent['query'][] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  server.use(mockEndpoint(getCoinDetails, SENDING_COINS))
})
afterEach(() => vi.unstubAllGlobals())

const TXID = `0x${'cd'.repeat(32)}`
const deposit = {
  ...{ id: '7', amount: '0.250000000000000001', relatedCoin: 'ETHEREUM', bankAccount: null },
  ...{ transactionStatus: 'RAISED_BY_USER' as const, isDone: false, link: TXID },
  ...{ paymentGateway: null, payBack: null, tokenType: 'ERC20', confirmations: 2, confirmationsNeeded: 12 },
  createdAtDateTime: '2026-11-20T08:00:00Z',
}

const showDeposits = (rows: readonly object[]) =>
  server.use(
    mockEndpoint(getDeposits, ({ query }) => {
      asked.push(query)
      return { content: rows.map((row) => ({ ...deposit, ...row })) }
    }),
  )
const showWithdrawals = (...rows: readonly Parameters<typeof wireCoinWithdrawal>[0][]) =>
  server.use(
    mockEndpoint(getWithdrawals, ({ query }) => {
      asked.push(query)
      return { content: rows.map(wireCoinWithdrawal) }
    }),
  )
const draw = (tab: HistoryTab, language: 'fa' | 'en' = 'fa') =>
  drawClient(<HistoryPage tab={tab} onTab={() => undefined} />, { language })

test('deposits of coins say how deep they are, and why one is not credited', async () => {
  showDeposits([
    {},
    { id: '6', transactionStatus: 'UNCONFIRMED', notCredited: 'TOO_SMALL' },
    { id: '5', transactionStatus: 'UNCONFIRMED', notCredited: 'UNKNOWN_COIN', relatedCoin: 'UNKNOWN', amount: '77' },
  ])
  await draw('coinDeposits')
  expect(await screen.findByText('۲ از ۱۲ تأیید شبکه')).toBeVisible()
  expect(screen.getAllByText('۰٫۲۵۰۰۰۰۰۰۰۰۰۰۰۰۰۰۰۱')).toHaveLength(2)
  expect(screen.getByText('از حداقل واریز کمتر است.')).toBeVisible()
  // Of a token that nobody here knows, nobody knows the decimals either.
  expect(screen.getByText('دارایی ناشناخته')).toBeVisible()
  expect(screen.queryByText('۷۷')).toBeNull()
  expect(asked[0]).toEqual({ excludedRelatedCoin: 'TOMAN', size: '10', before: '' })
  expect(screen.getByRole('button', { name: 'دانلود فهرست به صورت فایل CSV' })).toBeVisible()
})

test('the details of a withdrawal hold the whole address, the transaction, the fee and what arrives', async () => {
  const explorerLink = 'https://etherscan.io/tx/0xab'
  showWithdrawals({ explorerLink })
  await draw('coinWithdrawals', 'en')
  await userEvent.click(await screen.findByRole('button', { name: 'Details' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Crypto withdrawals' }))
  const facts = sheet.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual([
    'Sent2 of 12 network confirmations',
    '1.5 ETH',
    '0.001 ETH',
    '1.499 ETH',
    'ERC20',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    `0x${'ab'.repeat(32)}`,
    expect.stringContaining('2026'),
  ])
  expect(sheet.getByRole('button', { name: 'Copy ID' })).toBeVisible()
  expect(sheet.getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect(sheet.getByRole('link', { name: 'View on explorer' })).toHaveAttribute('href', explorerLink)
})

test('a chain without an explorer has no link, and what is not sent yet no transaction', async () => {
  showWithdrawals({ state: 'APPROVED', link: null, confirmations: null, confirmationsNeeded: null })
  await draw('coinWithdrawals')
  expect(await screen.findByText('به‌زودی به شبکه می‌رود.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'جزئیات' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'برداشت رمزارز' }))
  expect(sheet.queryByRole('link')).toBeNull()
  expect(sheet.queryByRole('button', { name: 'کپی شناسه' })).toBeNull()
})

test.each(COIN_FAILURES)('of a withdrawal that ended as %s the reason is in words', async (endReason) => {
  showWithdrawals({ state: 'FAILED', transactionStatus: 'UNCONFIRMED', endReason })
  await draw('coinWithdrawals')
  expect(await screen.findByText(/به موجودی برگشت/)).toBeVisible()
  expect(screen.queryByText(endReason)).toBeNull()
})

test('one that is not on its way is cancelled after a question', async () => {
  showWithdrawals({ id: '3', state: 'RAISED_BY_USER', cancellable: true }, { id: '2' })
  const cancelled: unknown[] = []
  server.use(
    mockEndpoint(cancelWithdrawal, ({ params }) => {
      cancelled.push(params.id)
      return { baseDTO: wireCoinWithdrawal({ id: '3', state: 'CANCELLED' }) }
    }),
  )
  await draw('coinWithdrawals')
  await userEvent.click(await screen.findByRole('button', { name: 'لغو برداشت' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'لغو برداشت' }))
  expect(await screen.findByText('برداشت لغو شد و مبلغ به موجودی برگشت.')).toBeVisible()
  expect(cancelled).toEqual(['3'])
})

test('the filters of withdrawals are asked of the server, by coin too', async () => {
  showWithdrawals({})
  await drawClient(
    <HistoryPage
      tab="coinWithdrawals"
      onTab={() => undefined}
      filter={{ coin: 'ETHEREUM', payment: 'CONFIRMED', from: '2026-11-01', side: 'BUY' }}
      onFilter={() => undefined}
    />,
  )
  expect(await screen.findByRole('button', { name: 'فیلترها (۳)' })).toBeVisible()
  await vi.waitFor(() =>
    expect(asked[0]).toEqual({
      ...{ relatedCoin: 'ETHEREUM', transactionStatus: 'CONFIRMED', from: '2026-11-01', size: '10', before: '' },
    }),
  )
})

test.each([
  ['withdrawals', 'TOMAN'],
  ['coinWithdrawals', 'ETHEREUM'],
] as const)(
  'a transfer to another user stands among %s without a word of banks and networks',
  async (tab, relatedCoin) => {
    const made = { ...{ relatedCoin, tokenType: 'USER', bankAccount: null, destinationWalletAddress: '09121234567' } }
    const ended = { state: 'CONFIRMED', transactionStatus: 'CONFIRMED', isDone: true, cancellable: false } as const
    server.use(mockEndpoint(getWithdrawals, { content: [wireCoinWithdrawal({ ...made, ...ended })] }))
    await draw(tab)
    expect(await screen.findByText('در موجودی گیرنده است.')).toBeVisible()
    expect(screen.queryByText(/مبلغ در حساب شماست|تأییدهای شبکه/)).toBeNull()
    expect(screen.getByText(tab === 'withdrawals' ? '۰۹۱۲۱۲۳۴۵۶۷' : 'به کاربر کیمیا')).toBeVisible()
  },
)
