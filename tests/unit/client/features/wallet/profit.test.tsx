import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import OrderProfit from '#client/entities/wallet/order-profit.tsx'
import TradeEffect from '#client/entities/wallet/trade-effect.tsx'
import { WalletPage } from '#client/features/wallet/wallet-page.tsx'
import { words } from '#client/locales/fa/wallet.ts'
import { getAccount, getAccountLevels } from '#contract/account.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import { getDeposits } from '#contract/deposits.ts'
import { getMarkets } from '#contract/markets.ts'
import { getOrderProfit, getPositions } from '#contract/positions.ts'
import { getWallets } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { GOLD_ROW } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const gold = {
  coin: 'GOLD',
  sourceCoin: 'TOMAN',
  amount: '2',
  averageBuyPrice: '7500000',
  cost: '15000000',
  realisedProfit: '-120000',
}

beforeEach(() => {
  hideBalances(false)
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getAccountLevels, {
      content: [
        { userAccountLevel: 'VIP_1', tradeAmount: '0', wagePercent: '0.4', makerPercent: '0.3', takerPercent: '0.4' },
      ],
    }),
    mockEndpoint(getDeposits, { content: [] }),
    mockEndpoint(getTomanPrices, wirePrices(8_000_000n)),
    mockEndpoint(getMarkets, { content: [{ ...GOLD_ROW, lastPrice: '8000000', tickSize: '100' }], totalPages: 1 }),
    mockEndpoint(getWallets, {
      baseDTO: {
        GOLD: {
          ...{ coin: 'GOLD', credit: '3', blockedCredit: '0', totalBalance: '3' },
          wholePriceOfCredit: '24000000',
        },
      },
    }),
    mockEndpoint(getPositions, { content: [gold] }),
  )
})

test('the wallet shows average price and profit with their signs, and dots while balances are hidden', async () => {
  await drawClient(<WalletPage />)
  const row = (await screen.findByText(`${words.profit.average} (`, { exact: false })).closest('li')
  if (!row) return expect.fail('the average stands in the row of its coin')
  // Of three grams only two were bought.
  expect(row).toHaveTextContent(/\(۲ گرم\)/)
  expect(row).toHaveTextContent('۷٬۵۰۰٬۰۰۰')
  // At the mean of 8,000,000 and 7,920,000.
  await waitFor(() => expect(row).toHaveTextContent(/\+۹۲۰٬۰۰۰/))
  expect(row).toHaveTextContent(/\+۶٫۱۳٪/)
  const card = screen.getByRole('region', { name: words.profit.title })
  expect(card).toHaveTextContent(/−۱۲۰٬۰۰۰/)
  expect(card).toHaveTextContent(words.profit.about)
  act(() => hideBalances(true))
  expect(row).not.toHaveTextContent(/۷٬۵۰۰٬۰۰۰|۹۲۰٬۰۰۰|۶٫۱۳/)
  expect(card).not.toHaveTextContent(/[۰-۹]/)
})

test('profits of eleven assets are drawn when they are asked for, and never while balances are hidden', async () => {
  const others = Array.from({ length: 10 }, (_, i) => ({
    ...gold,
    coin: `COIN_${i}`,
    realisedProfit: `${i * 1_000 - 4_500}`,
  }))
  server.use(mockEndpoint(getPositions, { content: [gold, ...others] }))
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByText(words.profit.byCoin))
  const unrealised = await screen.findByRole('img', { name: new RegExp(`^${words.profit.unrealised}`) })
  await waitFor(() => expect(unrealised).toHaveAccessibleName(/تومان: .*\+۹۲۰٬۰۰۰ تومان$/))
  const realised = screen.getByRole('img', { name: new RegExp(`^${words.profit.realised}`) })
  const figures = realised.getAttribute('aria-label')?.match(/[+−‎-]+[۰-۹٬]+(?= تومان)/g) ?? []
  expect(figures).toHaveLength(11)
  // The highest profit first, the deepest loss last.
  expect([figures[0], figures[10]].map((text) => text?.replace(/[^۰-۹٬]/g, ''))).toEqual(['۴٬۵۰۰', '۱۲۰٬۰۰۰'])
  act(() => hideBalances(true))
  expect(screen.queryByText(words.profit.byCoin)).toBeNull()
})

test('a sale that is about to be confirmed shows its loss after the fee, and which part has no buy price', async () => {
  await drawClient(
    <>
      <TradeEffect side="SELL" coin="GOLD" unit="TOMAN" amount="1" total="7500000" />
      <TradeEffect side="SELL" coin="GOLD" unit="TOMAN" amount="4" total="40000000" fee="0" />
    </>,
  )
  // 0.4 % of 7,500,000.
  expect(await screen.findByText(/−۳۰٬۰۰۰/)).toBeVisible()
  expect(await screen.findByText(/\+۵٬۰۰۰٬۰۰۰/)).toBeVisible()
  expect(screen.getByText(/قیمت خرید مشخص/)).toHaveTextContent('۲')
})

test.each([
  ['fa', 'میانگین خرید', 'میانگین پس از این خرید', '۷٬۵۰۰٬۰۰۰ تومان', '۷٬۷۵۰٬۰۰۰ تومان'],
  ['en', 'Average buy price', 'Average after this purchase', '7,500,000 Toman', '7,750,000 Toman'],
] as const)(
  'a purchase shows the average buy price before and after it (%s)',
  async (language, before, after, now, then) => {
    // Two grams for 15,000,000, and two more for 16,000,000.
    await drawClient(<TradeEffect side="BUY" coin="GOLD" unit="TOMAN" amount="2" total="16000000" fee="0" />, {
      language,
    })
    const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
    await screen.findByText(after)
    expect(factOf(before)).toHaveTextContent(now)
    expect(factOf(after)).toHaveTextContent(then)
  },
)

test('a purchase pays its fee in coins, which raises the average, and an OCO order also shows that after its trigger', async () => {
  await drawClient(
    <TradeEffect side="BUY" coin="GOLD" unit="TOMAN" amount="2" total="16000000" stopTotal="18000000" />,
    { language: 'en' },
  )
  const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  await screen.findByText('Average after trigger')
  // 31,000,000 and 33,000,000 for two grams and two more less 0.4 %.
  expect(factOf('Average after this purchase')).toHaveTextContent('7,765,531 Toman')
  expect(factOf('Average after trigger')).toHaveTextContent('8,266,533 Toman')
})

test('a purchase of a coin that was never bought, or was all sold, shows no average', async () => {
  const sold = { ...gold, amount: '0', cost: '0', averageBuyPrice: null }
  server.use(mockEndpoint(getPositions, { content: [sold, { ...gold, coin: 'BITCOIN' }] }))
  const purchase = { side: 'BUY', unit: 'TOMAN', amount: '2', total: '16000000' } as const
  await drawClient(
    ['GOLD', 'TETHER', 'BITCOIN'].map((coin) => (
      <section key={coin} aria-label={coin}>
        <TradeEffect coin={coin} {...purchase} />
      </section>
    )),
    { language: 'en' },
  )
  expect(await within(screen.getByRole('region', { name: 'BITCOIN' })).findByText(/^Average after/)).toBeVisible()
  for (const name of ['GOLD', 'TETHER']) expect(screen.getByRole('region', { name })).toBeEmptyDOMElement()
})

test('the calculator begins with what is held, finds the break-even price, and the price of a wanted percent', async () => {
  await drawClient(<WalletPage />)
  await userEvent.click(await screen.findByRole('button', { name: words.calculator.action }))
  const sheet = within(await screen.findByRole('dialog', { name: words.calculator.title }))
  const factOf = (label: string) => sheet.getByText(label, { selector: 'dt' }).nextElementSibling
  expect(await sheet.findByLabelText(words.calculator.buyPrice)).toHaveValue('۷٬۵۰۰٬۰۰۰')
  expect(sheet.getByLabelText(words.calculator.amount)).toHaveValue('۲')
  // 7,500,000 / 0.996 is 7,530,120.5.
  expect(factOf(words.calculator.breakEven)).toHaveTextContent('۷٬۵۳۰٬۲۰۰')
  // 16,000,000 less 0.4 % and 15,000,000.
  expect(factOf(words.calculator.profit)).toHaveTextContent(/\+۹۳۶٬۰۰۰/)
  await userEvent.click(sheet.getByRole('radio', { name: words.calculator.target.percent }))
  await userEvent.type(sheet.getByLabelText(words.calculator.percent), '10')
  // 8,250,000 / 0.996 is 8,283,132.5.
  expect(factOf(words.calculator.sellPrice)).toHaveTextContent('۸٬۲۸۳٬۲۰۰')
})

test('an order that has sold shows its own profit, and one without a known buy price shows nothing', async () => {
  const known = { amount: '0.5', cost: '4000000', profit: '-20000' }
  server.use(mockEndpoint(getOrderProfit, ({ query }) => ({ baseDTO: query.orderId === '7' ? known : null })))
  await drawClient(
    <>
      <OrderProfit orderId="7" coin="GOLD" unit="TOMAN" sold="0.75" />
      <OrderProfit orderId="8" coin="GOLD" unit="TOMAN" sold="0.75" />
    </>,
  )
  const [profit, ...others] = await screen.findAllByText(words.profit.order)
  expect(profit?.nextElementSibling).toHaveTextContent(/−۲۰٬۰۰۰.*−۰٫۵۰٪/)
  expect(screen.getByText(/قیمت خرید مشخص/)).toHaveTextContent('۰٫۵')
  expect(others).toEqual([])
})
