import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import ProfitBars from '#client/features/wallet/profit-bars.tsx'
import WorthCard from '#client/features/wallet/worth-card.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getWorthHistory } from '#contract/worth-history.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const row = (at: string, toman: string, putIn: string, unpriced: string[] = []) => ({
  ...{ at, toman, tether: `${Number(toman) / 100}`, unpriced },
  ...{ putInToman: putIn, putInTether: `${Number(putIn) / 100}` },
})
/** The midnights that end 30 Aban and 1 Azar 1405, and the time after them. */
const ROWS = [
  row('2026-11-21T20:30:00.000Z', '1000000', '0'),
  row('2026-11-22T20:30:00.000Z', '1500000', '600000'),
  row('2026-11-23T08:00:00.000Z', '1700000', '600000'),
]

beforeEach(() => {
  hideBalances(false)
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS), mockEndpoint(getWorthHistory, { content: ROWS }))
})

const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

test('a Persian wallet shows its worth and gain in Toman, now and at each day that is reached, in Jalali', async () => {
  await drawClient(<WorthCard height="37rem" />)
  const slider = await screen.findByRole('slider', { name: 'ارزش دارایی در هر روز' })
  expect(slider).toHaveAttribute('aria-valuetext', '۲ آذر ۱۴۰۵، ۱۱:۳۰: ۱٬۷۰۰٬۰۰۰ تومان')
  // 100,000 of 1,600,000.
  expect(factOf('سود و زیان بازه')).toHaveTextContent(/\+۱۰۰٬۰۰۰ تومان.*\+۶٫۲۵٪/)
  expect(factOf('خالص واریز')).toHaveTextContent('+۶۰۰٬۰۰۰ تومان')
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider).toHaveAttribute('aria-valuetext', '۱ آذر ۱۴۰۵: ۱٬۵۰۰٬۰۰۰ تومان')
  expect(screen.getByText('۱ آذر ۱۴۰۵')).toBeVisible()
  expect(factOf('سود و زیان بازه')).toHaveTextContent('−۱۰۰٬۰۰۰ تومان')
})

test('an English wallet shows Tether, and every day in a table, the newest first', async () => {
  await drawClient(<WorthCard height="37rem" />, { language: 'en' })
  expect(await screen.findByRole('slider')).toHaveAttribute('aria-valuetext', '23 Nov 2026, 11:30: 17,000.00 USDT')
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(screen.getByText('Details and all days'))
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayValueNet deposits',
    '23 Nov 2026, 11:3017,000.00+6,000',
    '22 Nov 202615,000.00+6,000',
    '21 Nov 202610,000.000',
  ])
})

test('another span is asked of the server, and begins at its newest point', async () => {
  server.use(
    mockEndpoint(getWorthHistory, ({ query }) => ({ content: query.span === 'YEAR' ? ROWS.slice(0, 2) : ROWS })),
  )
  await drawClient(<WorthCard height="37rem" />, { language: 'en' })
  fireEvent.change(await screen.findByRole('slider'), { target: { value: '0' } })
  await userEvent.click(screen.getByRole('radio', { name: 'Year' }))
  expect(await screen.findByRole('slider')).toHaveAttribute('max', '1')
  expect(screen.getByRole('slider')).toHaveValue('1')
})

test.each([
  ['fa', 'هنوز چیزی برای نمایش نیست', 'موجودی‌ها مخفی‌اند'],
  ['en', 'Nothing to show yet', 'Balances are hidden'],
] as const)(
  'a new user is told when the chart begins, and hidden balances have no chart (%s)',
  async (language, empty, hidden) => {
    server.use(mockEndpoint(getWorthHistory, { content: [] }))
    await drawClient(<WorthCard height="37rem" />, { language })
    expect(await screen.findByText(empty)).toBeVisible()
    act(() => hideBalances(true))
    expect(screen.getByText(hidden)).toBeVisible()
    expect(screen.queryByText(empty)).toBeNull()
  },
)

test('coins without a price are named, and the gain stays unknown', async () => {
  server.use(
    mockEndpoint(getWorthHistory, { content: [{ ...ROWS[0], unpriced: ['GOLD'] }, ...ROWS.slice(1)] as typeof ROWS }),
  )
  await drawClient(<WorthCard height="37rem" />, { language: 'en' })
  expect(await screen.findByText(/no price of .*Gold/)).toBeVisible()
  expect(factOf('Profit or loss')).toHaveTextContent('—')
})

test('profits are bars by asset, the realised apart and each unit by itself, with all figures for a screen reader', async () => {
  const coins = [
    { coin: 'GOLD', unit: 'TOMAN', unrealised: '920000', realised: '-120000' },
    { coin: 'TETHER', unit: 'TOMAN', unrealised: '1000000', realised: '0' },
    { coin: 'GOLD', unit: 'TETHER', unrealised: undefined, realised: '1.5' },
  ] as const
  await drawClient(<ProfitBars coins={coins} />, { language: 'en' })
  expect(await screen.findAllByText(/^Gold/)).toHaveLength(3)
  expect(screen.getAllByRole('img').map((each) => each.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Realised · USDT: Gold.* \+1.5 USDT$/),
    expect.stringMatching(/^Unrealised · Toman: Tether \+1,000,000 Toman, Gold.* \+920,000 Toman$/),
    expect.stringMatching(/^Realised · Toman: Gold.* -120,000 Toman$/),
  ])
  expect(screen.getByRole('heading', { name: 'Unrealised · USDT' }).nextElementSibling).toHaveTextContent('None')
})
