import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { hideBalances } from '#client/entities/wallet/balance-text.tsx'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { getAccount, getAccountLevels } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getMarket, getMarketInfo, getMarketOrderQuote, getOrderBook } from '#contract/markets.ts'
import { getOrders } from '#contract/orders.ts'
import { getChartHistory } from '#contract/udf.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const PATH = { tradeTo: 'TOMAN', tradeFrom: 'GOLD' } as const
const level = (unitPrice: string, volume: string) => ({ unitPrice, volume, wholePrice: '1', executedPercent: 50 })
const rules: Reply<typeof getMarket>['baseDTO'] = {
  marketType: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  tickSize: '100',
  amountStep: '0.001',
  minAmount: '0.01',
  maxAmount: '500',
  active: true,
}
const info = {
  marketType: 'GOLD_TOMAN',
  relatedCoin: 'GOLD',
  sourceCoin: 'TOMAN',
  lastPrice: '8000050',
  bestBid: '7999900',
  bestAsk: '8000100',
  last24HoursChange: '0.4',
  maxPrice: '8100000',
  minPrice: '7900000',
  last24HourVolume: '12',
  lastWeekData: [],
}

beforeEach(() => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }),
    mockEndpoint(getAccountLevels, {
      content: [
        { userAccountLevel: 'VIP_1', tradeAmount: '0', wagePercent: '0.4', makerPercent: '0.3', takerPercent: '0.4' },
      ],
    }),
    mockEndpoint(getMarket, { baseDTO: rules }),
    mockEndpoint(getMarketInfo, { baseDTO: { marketTradeInfo: info } }),
    mockEndpoint(getChartHistory, { s: 'no_data' }),
    mockEndpoint(getMarketBalances, { baseDTO: { TOMAN: '10000000', GOLD: '2.5' } }),
    mockEndpoint(getOrders, { content: [] }),
    mockEndpoint(getOrderBook, {
      baseDTO: {
        sequence: '1',
        at: '2026-11-20T08:00:00Z',
        sellOrderBook: [level('8000100', '1.5'), level('8000200', '3')],
        buyOrderBook: [level('7999900', '2')],
      },
    }),
  )
})

async function openForm(side: 'خرید' | 'فروش') {
  await drawClient(<TradePage path={PATH} />)
  const form = await screen.findByRole('form', { name: 'ثبت سفارش' })
  await userEvent.click(within(form).getByRole('radio', { name: side }))
  return form
}

test('an order is confirmed with the fee of either kind and what is received after it', async () => {
  const form = await openForm('فروش')
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000000')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1')
  // The fee of a sale is taken in Toman; its worth in gold stands below it.
  expect(within(form).getByText(/^کارمزد/).nextElementSibling).toHaveTextContent(/^۳۲٬۰۰۰ تومان≈ ۰٫۰۰۴ گرم$/)
  await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
  const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش فروش' })
  const figureOf = (label: RegExp) => within(sheet).getByText(label).nextElementSibling
  expect(await within(sheet).findByText(/۰٫۳٪.* اگر در صف بماند، .*۰٫۴٪.* اگر فوراً انجام شود/)).toBeVisible()
  expect(within(sheet).getAllByText(/^کارمزد/)).toHaveLength(1)
  expect(figureOf(/^حدوداً دریافت می‌کنید/)).toHaveTextContent('۷٬۹۶۸٬۰۰۰')
})

test.each([
  ['فقط سازنده', 'checkbox', /^کارمزد \(.*۰٫۳٪/, '۷٬۹۷۶٬۰۰۰'],
  ['همه یا هیچ', 'radio', /^کارمزد \(.*۰٫۴٪/, '۷٬۹۶۸٬۰۰۰'],
] as const)(
  'an order that only waits, or never does, is confirmed with its one fee: %s',
  async (term, role, label, received) => {
    const form = await openForm('فروش')
    await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000000')
    await userEvent.type(within(form).getByLabelText('مقدار'), '1')
    await userEvent.click(within(form).getByRole('button', { name: /^شرایط سفارش/ }))
    const terms = await screen.findByRole('dialog', { name: 'شرایط سفارش' })
    await userEvent.click(within(terms).getByRole(role, { name: new RegExp(`^${term}`) }))
    await userEvent.click(within(terms).getByRole('button', { name: 'اعمال' }))
    await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
    const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش فروش' })
    expect(await within(sheet).findByText(label)).toBeVisible()
    expect(within(sheet).getByText(/^حدوداً دریافت می‌کنید/).nextElementSibling).toHaveTextContent(received)
  },
)

test('the slider shows the share of a typed amount', async () => {
  const form = await openForm('فروش')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1')
  // Of 2.5 g.
  expect(await within(form).findByText('۴۰٪')).toBeVisible()
  expect(within(form).getByRole('slider')).toHaveValue('40')
})

test('a total that the book does not hold is named beside the part that it offers, in the same figure', async () => {
  server.use(mockEndpoint(getMarketOrderQuote, { baseDTO: { wholePrice: '36000450.4', fillable: '4.5' } }))
  const form = await openForm('خرید')
  await userEvent.click(within(form).getByRole('radio', { name: 'سفارش بازار' }))
  await userEvent.type(within(form).getByLabelText('مبلغ کل تقریبی'), '50000000')
  expect(await within(form).findByText(/فقط .*۳۶٬۰۰۰٬۴۵۱.* قابل خرید است/, {}, { timeout: 3_000 })).toBeVisible()
  await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  expect(within(form).getByLabelText('مقدار')).toHaveAccessibleDescription(/^موجودی کافی نیست/)
})

test('an order that sells all says what stays because it is too little, and shows the whole balance', async () => {
  server.use(mockEndpoint(getMarketBalances, { baseDTO: { TOMAN: '0', GOLD: '0.4985' } }))
  const form = await openForm('فروش')
  expect(await within(form).findByText('۰٫۴۹۸۵')).toBeVisible()
  fireEvent.change(within(form).getByRole('slider'), { target: { value: '100' } })
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۰٫۴۹۸')
  expect(within(form).getByLabelText('مقدار')).toHaveAccessibleDescription(
    /۰٫۰۰۰۵.* گرم می‌ماند؛ از حداقل سفارش \(.*گرم\) کمتر است/,
  )
})

test('the form hides the balance while balances are hidden', async () => {
  hideBalances(true)
  const form = await openForm('خرید')
  expect(await within(form).findByText('••••••')).toBeVisible()
  expect(within(form).queryByText('۱۰٬۰۰۰٬۰۰۰')).toBeNull()
})
