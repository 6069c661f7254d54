import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Dashboard } from '#client/features/dashboard/dashboard.tsx'
import { getAccount, getAccountLevels } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { getInvites } from '#contract/invites.ts'
import { getPositions } from '#contract/positions.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const entry = (coin: string, totalBalance: string, wholePriceOfCredit: string) => ({
  coin,
  credit: totalBalance,
  blockedCredit: '0',
  totalBalance,
  wholePriceOfCredit,
})

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getInvites, { baseDTO: { referralCode: 'K7Q2ZDXY', countInvitees: 3, profit: '70000' } }),
    mockEndpoint(getAccountLevels, {
      content: [
        { userAccountLevel: 'VIP_1', tradeAmount: '0', wagePercent: '0.4' },
        { userAccountLevel: 'VIP_2', tradeAmount: '100000000', wagePercent: '0.35' },
      ],
    }),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true, authenticationType: 'AUTHORIZED' }) }),
    mockEndpoint(getWallets, {
      baseDTO: {
        TOMAN: entry('TOMAN', '500.75', '500.75'),
        GOLD: entry('GOLD', '1.5', '12000000'),
        BITCOIN: entry('BITCOIN', '0', '0'),
      },
    }),
  )
})

const draw = (language: 'fa' | 'en' = 'fa') =>
  drawClient(<Dashboard openOrders={<p>سفارش‌ها</p>} recentOrders={<p>معاملات</p>} />, { language })

test('what is owned adds up, and a coin leads to its market', async () => {
  await draw()
  expect(await screen.findByText('۱۲٬۰۰۰٬۵۰۰')).toBeVisible()
  const link = await screen.findByRole('link', { name: 'معاملهٔ طلای ۱۸ عیار' })
  expect(link).toHaveAttribute('href', '/profile/trade/TOMAN/GOLD')
  expect(screen.queryByRole('link', { name: /تومان/ })).toBeNull()
  expect(screen.queryByText('بیت‌کوین')).toBeNull()
})

test.each([
  ['profits', (late: Promise<void>) => mockEndpoint(getPositions, () => late.then(() => ({ content: [] })))],
  ['levels', (late: Promise<void>) => mockEndpoint(getAccountLevels, () => late.then(() => ({ content: [] })))],
])('nothing stands below the assets before the %s are known, which would push it down', async (_, lateEndpoint) => {
  const late = Promise.withResolvers<void>()
  server.use(lateEndpoint(late.promise))
  await draw()
  expect(await screen.findByText('۱۲٬۰۰۰٬۵۰۰')).toBeVisible()
  expect(screen.queryByText('سفارش‌ها')).toBeNull()
  expect(screen.queryByText('وضعیت حساب')).toBeNull()
  late.resolve()
  expect(await screen.findByText('سفارش‌ها')).toBeVisible()
  expect(screen.getByText('وضعیت حساب')).toBeVisible()
})

test('all eleven coins that are owned are listed, the one that is worth most first', async () => {
  const coins = Array.from({ length: 11 }, (_, place) => `COIN_${place}`)
  const baseDTO = Object.fromEntries(coins.map((coin, place) => [coin, entry(coin, '1', `${1_000 + place}`)]))
  server.use(mockEndpoint(getWallets, { baseDTO }))
  await draw()
  const links = await screen.findAllByRole('link', { name: /^معاملهٔ COIN_/ })
  expect(links.map(({ textContent }) => textContent)).toEqual(coins.toReversed())
})

test('an empty wallet leads to the deposit sheet, and not to another button', async () => {
  server.use(mockEndpoint(getWallets, { baseDTO: {} }))
  await draw()
  const link = await screen.findByRole('link', { name: 'واریز تومان' })
  expect(link).toHaveAttribute('href', '/profile/wallet?deposit=true')
})

test('an empty wallet of somebody who is not verified leads to no deposit', async () => {
  server.use(mockEndpoint(getWallets, { baseDTO: {} }), mockEndpoint(getAccount, { baseDTO: person() }))
  await draw()
  expect(await screen.findByText('پس از احراز هویت، با واریز تومان شروع کنید.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'واریز تومان' })).toBeNull()
})

test('the fee of the book and that of quick trade are told apart', async () => {
  await draw()
  const card = within(await screen.findByRole('region', { name: 'وضعیت حساب' }))
  expect(card.getByText('کارمزد بازار حرفه‌ای').nextElementSibling).toHaveTextContent('۰٫۴٪')
  expect(card.getByText('کارمزد خرید و فروش فوری').nextElementSibling).toHaveTextContent('۰٫۳٪')
})

test('in English a coin leads to its Tether market', async () => {
  await draw('en')
  expect(await screen.findByRole('link', { name: 'Trade Gold 18K' })).toHaveAttribute(
    'href',
    '/profile/trade/TETHER/GOLD',
  )
})

test('English values assets in Tether, and an account level in Toman, as it is set', async () => {
  const tether = { destCoinSymbol: 'TETHER', buyPrice: '125000', sellPrice: '115000', price24hrChangePercent: '0' }
  const baseDTO = { at: '2026-11-21T10:00:00.000Z', stale: false }
  server.use(
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true, totalTradesVolume: '1200000' }) }),
    mockEndpoint(getTomanPrices, { baseDTO, content: [{ ...tether, sourceCoinSymbol: 'TOMAN' }] }),
  )
  await draw('en')
  // 12,000,500.75 Toman at 120,000 Toman per Tether: 100.00417…, truncated.
  const assets = await screen.findByRole('region', { name: 'Assets' })
  expect(await within(assets).findByText('100.00')).toBeVisible()
  const card = await screen.findByRole('region', { name: 'Account status' })
  expect(await within(card).findByText('1,200,000')).toBeVisible()
})

test('an account that is not verified is said to be so, and the page above it alone leads on', async () => {
  server.use(mockEndpoint(getAccount, { baseDTO: person() }))
  await draw()
  const card = within(await screen.findByRole('region', { name: 'وضعیت حساب' }))
  expect(card.getByText('ناقص')).toBeVisible()
  expect(card.queryByRole('link')).toBeNull()
})

test('a user whose code is missing is shown so', async () => {
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authenticationType: 'UNIDENTIFIED' }) }))
  await draw()
  const card = within(await screen.findByRole('region', { name: 'وضعیت حساب' }))
  expect(card.getByText('در انتظار کد تأیید')).toBeVisible()
})

test("a market maker's balances are not shown", async () => {
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authorized: true, supervisor: true }) }))
  await draw()
  expect(await screen.findByRole('region', { name: 'وضعیت حساب' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'دارایی‌ها' })).toBeNull()
})

test('the next level says from which volume it holds', async () => {
  await draw()
  expect(await screen.findByText(/سطح ۲ از حجم .*۱۰۰٬۰۰۰٬۰۰۰/)).toBeVisible()
})

test('the card of invitations shows how many friends came and what they brought', async () => {
  await draw()
  expect(await screen.findByText('۳ نفر')).toBeVisible()
  expect(screen.getByText('۷۰٬۰۰۰')).toBeVisible()
})
