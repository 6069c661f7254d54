import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { readFirstChoice } from '#client/features/otc/use-trade-choice.ts'
import { CoinPage } from '#client/features/public/coin-page.tsx'
import { ContactPage } from '#client/features/public/contact-page.tsx'
import { FeesPage } from '#client/features/public/fees-page.tsx'
import { ManualPage } from '#client/features/public/manual-page.tsx'
import { TextPage } from '#client/features/public/text-page.tsx'
import { getAccountLevels } from '#contract/account.ts'
import { getCoinDetails, getTetherPrices, getTomanPrices } from '#contract/coins.ts'
import { getBlog, getFaq, getPage, getUserManual } from '#contract/content.ts'
import { getExchangeInfo } from '#contract/exchange-info.ts'
import { getMarkets } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

const PRICES = {
  baseDTO: { at: '2026-01-01T00:00:00.000Z', stale: false },
  content: [
    {
      destCoinSymbol: 'BITCOIN',
      sourceCoinSymbol: 'TOMAN',
      buyPrice: '11254858000',
      sellPrice: '11187590000',
      price24hrChangePercent: '1',
    },
  ],
}

/** Forty entries, as many as the real manual has. */
const MANUAL = Array.from({ length: 40 }, (_, index) => ({
  slug: `entry-${index}`,
  title: index === 7 ? 'چگونه کیف پول را شارژ کنم؟' : `پرسش ${index}`,
  html: `<p>پاسخ شمارهٔ ${index}</p>`,
}))

function Manual() {
  const [open, setOpen] = useState<string>()
  return <ManualPage open={open} onOpen={setOpen} />
}

const FAQ = [
  { slug: 'fees', question: 'کارمزد چقدر است؟', answer: '<p>پاسخ کوتاه</p>' },
  { slug: 'entry-3', question: 'کیف پول امن است؟', answer: '<p>پاسخ کوتاه دیگر</p>' },
]

/** The forty entries below three headings, except the first entry. */
const WITH_HEADINGS = MANUAL.map((entry, index) => {
  const title = ['شروع', 'معامله', 'طلا'][Math.floor((index - 1) / 13)] ?? 'شروع'
  return index === 0
    ? entry
    : { ...entry, heading: { slug: `heading-${Math.floor((index - 1) / 13)}`, title, text: `دربارهٔ ${title}` } }
})

test('the quick questions and the manual are one list below headings, and one search finds both', async () => {
  server.use(mockEndpoint(getUserManual, { content: WITH_HEADINGS }), mockEndpoint(getFaq, { content: FAQ }))
  const user = userEvent.setup()
  await drawClient(<Manual />)
  const headings = await screen.findAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'پرسش‌های متداول۲',
    'مرکز راهنما۱',
    'شروعدربارهٔ شروع۱۳',
    'معاملهدربارهٔ معامله۱۳',
    'طلادربارهٔ طلا۱۳',
  ])
  expect(screen.getByText('کارمزد چقدر است؟')).toBeVisible()
  expect(screen.queryByText('پرسش 39')).toBeNull()
  await user.click(screen.getByRole('button', { name: /طلا/ }))
  expect(screen.getByText('پرسش 39')).toBeVisible()
  await user.type(screen.getByRole('searchbox'), 'کیف پول')
  await waitFor(() => expect(screen.queryByText('پرسش 39')).toBeNull())
  expect(screen.getByText('چگونه کیف پول را شارژ کنم؟')).toBeVisible()
  await user.click(screen.getByText('کیف پول امن است؟'))
  expect(await screen.findByText('پاسخ کوتاه دیگر')).toBeVisible()
  // A quick question and an entry of the manual may share a name.
  expect(screen.getByRole('link', { name: 'لینک همین پاسخ' })).toHaveAttribute('href', '/faq?open=faq-entry-3')
})

test('an answer that the address names is in sight below its heading', async () => {
  server.use(mockEndpoint(getUserManual, { content: WITH_HEADINGS }), mockEndpoint(getFaq, { content: FAQ }))
  await drawClient(<ManualPage open="entry-20" onOpen={() => undefined} />)
  expect(await screen.findByText('پاسخ شمارهٔ 20')).toBeVisible()
})

test('the manual is searched by the beginnings of words, letters of Arabic keyboards too', async () => {
  server.use(mockEndpoint(getUserManual, { content: MANUAL }), mockEndpoint(getFaq, { content: [] }))
  const user = userEvent.setup()
  await drawClient(<Manual />)
  expect(await screen.findAllByText(/^پرسش \d+$/)).toHaveLength(39)
  await user.type(screen.getByRole('searchbox'), 'كيف پول')
  await waitFor(() => expect(screen.queryByText('پرسش 3')).toBeNull())
  expect(screen.getByText('چگونه کیف پول را شارژ کنم؟')).toBeVisible()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'یف')
  expect(await screen.findByText('پرسشی با این عنوان پیدا نشد')).toBeVisible()
  await user.type(screen.getByRole('searchbox'), ' zzz')
  expect(await screen.findByText('پرسشی با این عنوان پیدا نشد')).toBeVisible()
})

test('one answer of the manual is open at a time, and has an address of its own', async () => {
  server.use(mockEndpoint(getUserManual, { content: MANUAL }), mockEndpoint(getFaq, { content: [] }))
  const user = userEvent.setup()
  await drawClient(<Manual />)
  await user.click(await screen.findByText('پرسش 3'))
  expect(await screen.findByText('پاسخ شمارهٔ 3')).toBeVisible()
  expect(screen.getByRole('link', { name: 'لینک همین پاسخ' })).toHaveAttribute('href', '/faq?open=entry-3')
  await user.click(screen.getByText('پرسش 11'))
  expect(await screen.findByText('پاسخ شمارهٔ 11')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('پاسخ شمارهٔ 3')).toBeNull())
})

test('the fees list every level but that of market makers, and every network of every coin', async () => {
  const level = (userAccountLevel: 'VIP_1' | 'VIP_4' | 'SUPERVISOR', wagePercent: string) => ({
    userAccountLevel,
    tradeAmount: '100000000',
    wagePercent,
  })
  const network = (tokenType: string, withdrawalFee: string) => ({
    tokenType,
    withdrawalFee,
    minWithdraw: '10',
    maxWithdraw: '1000',
    withdrawEnable: false,
    isDepositEnable: false,
    txIdIsNeeded: false,
  })
  const [first] = WIRE_COINS.content
  if (!first) throw new Error('no coin')
  const tether = { ...first, name: 'TETHER', code: 'USDT', persianName: 'تتر', englishName: 'Tether' }
  server.use(
    mockEndpoint(getAccountLevels, {
      content: [level('VIP_1', '0.4'), level('VIP_4', '0.25'), level('SUPERVISOR', '0.01')],
    }),
    mockEndpoint(getCoinDetails, {
      content: [
        ...WIRE_COINS.content,
        { ...tether, tokenTypeDetails: [network('TRC20', '1.5'), network('ERC20', '7.25')] },
      ],
    }),
    mockEndpoint(getTomanPrices, PRICES),
    mockEndpoint(getTetherPrices, PRICES),
    mockEndpoint(getPage, { baseDTO: { title: 'Toman notes', html: '<p>By bank.</p>', language: 'en' } }),
  )
  const user = userEvent.setup()
  await drawClient(<FeesPage />, { language: 'en' })
  const levels = await screen.findByRole('table', { name: 'Trading fees on Pro market' })
  expect(within(levels).getByText('Level 1')).toBeInTheDocument()
  expect(within(levels).getByText('Level 4')).toBeInTheDocument()
  expect(within(levels).queryByText('Liquidity provider')).toBeNull()
  const networks = await screen.findByRole('table', { name: 'Crypto withdrawals: fees and minimums' })
  expect(within(networks).getAllByText('TRC20').length).toBeGreaterThan(0)
  expect(within(networks).getByText('7.25')).toBeInTheDocument()
  await user.type(screen.getByRole('searchbox'), 'nothing')
  expect(await screen.findByText('No asset with that name')).toBeVisible()
  expect(await screen.findByText('By bank.')).toBeVisible()
})

const BITCOIN_ROW = {
  marketType: 'BITCOIN_TOMAN',
  relatedCoin: 'BITCOIN',
  sourceCoin: 'TOMAN',
  lastPrice: '11219277000',
  bestBid: null,
  bestAsk: null,
  last24HoursChange: '-0.56',
  maxPrice: '1',
  minPrice: '1',
  last24HourVolume: '1',
  lastWeekData: ['1', '2'],
}

function mockCoin() {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getMarkets, { content: [BITCOIN_ROW], totalPages: 1 }),
    mockEndpoint(getTomanPrices, PRICES),
    mockEndpoint(getBlog, ({ query }) => ({
      content: [{ title: 'BITCOIN', heading: `Heading in ${query.language}`, body: '<p>An article.</p>' }],
    })),
  )
}

test('a long list of networks is folded until somebody asks for it or searches it', async () => {
  const [first] = WIRE_COINS.content
  if (!first) throw new Error('no coin')
  const network = (tokenType: string) => ({
    tokenType,
    withdrawalFee: '1',
    minWithdraw: '2',
    maxWithdraw: '3',
    withdrawEnable: true,
    isDepositEnable: true,
    txIdIsNeeded: false,
  })
  const many = { ...first, tokenTypeDetails: Array.from({ length: 13 }, (_, index) => network(`NET-${index}`)) }
  server.use(
    mockEndpoint(getAccountLevels, { content: [] }),
    mockEndpoint(getCoinDetails, { content: [many] }),
    mockEndpoint(getTomanPrices, PRICES),
    mockEndpoint(getTetherPrices, PRICES),
    mockEndpoint(getPage, refuseWith('NOT_FOUND')),
  )
  const user = userEvent.setup()
  await drawClient(<FeesPage />, { language: 'en' })
  // The rows, with the row of column names; folded rows are there for a printer alone.
  const rows = () =>
    within(screen.getByRole('table', { name: 'Crypto withdrawals: fees and minimums' })).getAllByRole('row')
  await screen.findByRole('button', { name: 'Show all (13)' })
  expect(rows()).toHaveLength(11)
  await user.click(screen.getByRole('button', { name: 'Show all (13)' }))
  expect(rows()).toHaveLength(14)
})

test('a coin has its prices, its article and both ways into quick trade', async () => {
  mockCoin()
  await drawClient(<CoinPage coin="BITCOIN" unit="TOMAN" chart={<p>the chart</p>} />)
  expect(await screen.findByText('the chart')).toBeVisible()
  expect(await screen.findByText('۱۱٬۲۵۴٬۸۵۸٬۰۰۰')).toBeVisible()
  expect(screen.getByText('۱۱٬۱۸۷٬۵۹۰٬۰۰۰')).toBeVisible()
  expect(await screen.findByText('Heading in fa')).toBeVisible()
  expect(await screen.findByText('An article.')).toBeVisible()
  const address = new URL(screen.getByRole('link', { name: 'فروش' }).getAttribute('href') ?? '', 'http://here')
  expect(address.pathname).toBe('/profile/otc')
  expect(Object.fromEntries(address.searchParams)).toEqual({ coin: 'BITCOIN', unit: 'TOMAN', side: 'SELL' })
})

test('a coin that is traded nowhere leads to the markets', async () => {
  mockCoin()
  await drawClient(<CoinPage coin="NOTHING" unit="TOMAN" chart={null} />, { language: 'en' })
  expect(await screen.findByRole('heading', { name: "Kimia doesn't trade this asset" })).toBeVisible()
})

test('a link to quick trade chooses what can be chosen, and nothing else', () => {
  expect(readFirstChoice({ coin: 'BITCOIN', unit: 'TETHER', side: 'SELL', amount: '5' })).toEqual({
    coin: 'BITCOIN',
    unit: 'TETHER',
    side: 'SELL',
  })
  expect(readFirstChoice({ coin: '<b>', unit: 'RIAL', side: 'sell' })).toEqual({})
})

test('the contact page shows what operators wrote, and nothing that is empty', async () => {
  const info = (language: 'fa' | 'en') => ({
    language,
    address: `address ${language}`,
    email: 'help@kimia.example',
    number: '021-1234',
    telegram: 'https://t.me/kimia',
    instagram: '',
    linkedin: '',
    twitter: '',
    whatsapp: '',
    appAndroid: '',
    appIOS: '',
    privacyPolicy: '',
  })
  server.use(mockEndpoint(getExchangeInfo, { content: [info('fa'), info('en')] }))
  await drawClient(<ContactPage />, { language: 'en' })
  expect(await screen.findByText('address en')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Telegram' })).toHaveAttribute('href', 'https://t.me/kimia')
  expect(screen.queryByRole('link', { name: 'Instagram' })).toBeNull()
  expect(screen.getByRole('link', { name: 'help@kimia.example' })).toHaveAttribute('href', 'mailto:help@kimia.example')
})

test('a text that nobody has written in this language is shown in the other, in its own direction', async () => {
  server.use(
    mockEndpoint(getPage, {
      baseDTO: { title: 'قوانین', html: '<p>متن</p>', language: 'fa', publishedAt: '2026-01-01T00:00:00.000Z' },
    }),
  )
  await drawClient(<TextPage slug="terms" />, { language: 'en' })
  expect((await screen.findByText('متن')).closest('[dir]')).toHaveAttribute('dir', 'rtl')
})

test.each([
  ['fa', 'این صفحه هنوز نوشته نشده است.'],
  ['en', "This page isn't written yet."],
] as const)('a page that nobody has written says so (%s)', async (language, sentence) => {
  server.use(mockEndpoint(getPage, refuseWith('NOT_FOUND')))
  await drawClient(<TextPage slug="guide" />, { language })
  expect(await screen.findByText(sentence)).toBeVisible()
})
