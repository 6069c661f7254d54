import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionQuery } from '#client/entities/session/session.ts'
import { Markets } from '#client/features/markets/markets-page.tsx'
import { MarketsPreview } from '#client/features/markets/markets-preview.tsx'
import { getAccount } from '#contract/account.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { addFavouriteMarket, getFavouriteMarkets, getMarkets, removeFavouriteMarket } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

const row = (relatedCoin: string, sourceCoin: string) => ({
  marketType: `${relatedCoin}_${sourceCoin}`,
  relatedCoin,
  sourceCoin,
  lastPrice: sourceCoin === 'TOMAN' ? '8000000' : '64.5',
  bestBid: null,
  bestAsk: null,
  last24HoursChange: '-1.25',
  maxPrice: '1',
  minPrice: '1',
  last24HourVolume: '3',
  lastWeekData: ['1', '2', '3'],
})

beforeEach(() =>
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getFavouriteMarkets, { content: [] }),
    mockEndpoint(getMarkets, ({ query }) => ({
      content: [row('GOLD', query.source_coin ?? ''), row('BITCOIN', query.source_coin ?? '')],
      totalPages: 1,
    })),
  ),
)

const names = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('a row leads a visitor to the public trade page of its market, and a user to the own one', async () => {
  const { client } = await drawClient(<Markets />)
  const link = await screen.findByRole('link', { name: 'معاملهٔ طلای ۱۸ عیار' })
  expect(link).toHaveAttribute('href', '/market/GOLD/TOMAN?tradeFrom=GOLD&tradeTo=TOMAN')
  act(() => client.setQueryData(sessionQuery().queryKey, person({ authorized: true })))
  await waitFor(() => expect(link).toHaveAttribute('href', '/profile/trade/TOMAN/GOLD'))
})

test('all eleven markets are listed, and the first six before the way to all of them', async () => {
  const coins = Array.from({ length: 11 }, (_, place) => `COIN_${place}`)
  server.use(
    mockEndpoint(getMarkets, ({ query }) => {
      const [size, page] = [Number(query.size ?? 10), Number(query.page ?? 1)]
      const content = coins.slice((page - 1) * size, page * size).map((name) => row(name, query.source_coin ?? ''))
      return { content, totalPages: Math.ceil(coins.length / size) }
    }),
  )
  const { unmount } = await drawClient(<Markets />)
  expect(await names()).toEqual(coins)
  unmount()
  await drawClient(<MarketsPreview />)
  await waitFor(async () => expect(await names()).toEqual(coins.slice(0, 6)))
})

test('the group of new markets is there once a market was listed lately', async () => {
  const DAY = 86_400_000
  const listed = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString()
  server.use(
    mockEndpoint(getMarkets, ({ query }) => ({
      content: [
        { ...row('GOLD', query.source_coin ?? ''), listedAt: listed(400) },
        { ...row('BITCOIN', query.source_coin ?? ''), listedAt: listed(query.source_coin === 'TOMAN' ? 3 : 40) },
      ],
      totalPages: 1,
    })),
  )
  await drawClient(<Markets first={{ group: 'new' }} />)
  expect(await screen.findByRole('radio', { name: 'جدید' })).toBeChecked()
  expect(await names()).toEqual(['بیت‌کوین'])
  // In Tether nothing is new: all markets are shown instead.
  await userEvent.click(screen.getByRole('radio', { name: 'تتر' }))
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'جدید' })).toBeNull())
  expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین'])
})

test('the search finds by ticker and by name, and says when nothing fits', async () => {
  await drawClient(<Markets />)
  await names()
  const search = screen.getByLabelText('جستجوی نام یا نماد')
  await userEvent.type(search, 'btc')
  expect(await names()).toEqual(['بیت‌کوین'])
  await userEvent.clear(search)
  await userEvent.type(search, 'طلا')
  expect(await names()).toEqual(['طلای ۱۸ عیار'])
  await userEvent.type(search, 'xyz')
  expect(screen.getByText('بازاری پیدا نشد')).toBeVisible()
})

test('Tether markets are a press away in Persian, and Toman markets in English', async () => {
  await drawClient(<Markets />)
  await userEvent.click(await screen.findByRole('radio', { name: 'تتر' }))
  expect((await screen.findAllByText('۶۴٫۵')).length).toBe(2)
})

test('English begins with Tether, and has the markets in Toman a press away', async () => {
  await drawClient(<Markets />, { language: 'en' })
  expect((await screen.findAllByText('64.5')).length).toBe(2)
  await userEvent.click(await screen.findByRole('radio', { name: 'Toman' }))
  expect((await screen.findAllByText('8,000,000')).length).toBe(2)
})

test('the unit and the search begin as the address has them, and each change is handed to it', async () => {
  const choices: unknown[] = []
  await drawClient(<Markets first={{ unit: 'TETHER', search: 'btc' }} onChoice={(choice) => choices.push(choice)} />)
  expect(await screen.findByText('۶۴٫۵')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('btc')
  await userEvent.click(screen.getByRole('radio', { name: 'تومان' }))
  expect(choices).toEqual([{ unit: 'TOMAN', search: 'btc' }])
})

test('markets that cannot be loaded may be asked for again', async () => {
  server.use(mockEndpoint(getMarkets, refuseWith('UNAVAILABLE')))
  await drawClient(<Markets />)
  expect(await screen.findByRole('button', { name: 'تلاش دوباره' })).toBeVisible()
})

test('a row has a bell for a user who is signed in, which asks for a price of its market; a visitor sees none', async () => {
  server.use(mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')))
  const { client } = await drawClient(<Markets />)
  await names()
  expect(screen.queryByRole('button', { name: /هشدار قیمت/ })).toBeNull()
  act(() => void client.setQueryData(sessionQuery().queryKey, person()))
  await userEvent.click(await screen.findByRole('button', { name: 'هشدار قیمت طلای ۱۸ عیار' }))
  const sheet = await screen.findByRole('dialog', { name: 'هشدار قیمت طلای ۱۸ عیار' })
  expect(within(sheet).getByText('۸٬۰۰۰٬۰۰۰')).toBeInTheDocument()
})

test.each([
  ['fa', 'باز', 'بسته', 'متوقف'],
  ['en', 'Open', 'Closed', 'Halted'],
] as const)(
  'a market with hours is marked in %s as the server says it stands, and one without has no mark',
  async (language, open, closed, halted) => {
    const state = { reason: null, opensAt: null, closesAt: null }
    const stateOf = {
      GOLD: { ...state, kind: 'OPEN' as const, closesAt: '2026-11-25T15:00:00.000Z' },
      BITCOIN: { ...state, kind: 'OPEN' as const },
      ETHEREUM: { ...state, kind: 'CLOSED' as const, opensAt: '2026-11-28T05:45:00.000Z' },
      DOGE_COIN: { ...state, kind: 'HALTED' as const },
    }
    server.use(
      mockEndpoint(getMarkets, ({ query }) => ({
        content: Object.entries(stateOf).map(([coin, stands]) => ({
          ...row(coin, query.source_coin ?? ''),
          state: stands,
        })),
        totalPages: 1,
      })),
    )
    await drawClient(<Markets />, { language })
    expect(await screen.findByText(open)).toBeVisible()
    expect(screen.getByText(closed)).toBeVisible()
    expect(screen.getByText(halted)).toBeVisible()
    expect(screen.getAllByText(new RegExp(`^(${open}|${closed}|${halted})$`))).toHaveLength(3)
  },
)

const widen = () => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
afterEach(() => vi.unstubAllGlobals())

test('a press on a column sorts by it, a second one turns the order and a third one gives it up', async () => {
  const choices: object[] = []
  widen()
  const content = [
    { ...row('GOLD', 'TOMAN'), last24HoursChange: '-2' },
    { ...row('BITCOIN', 'TOMAN'), last24HoursChange: '10' },
  ]
  server.use(mockEndpoint(getMarkets, { content, totalPages: 1 }))
  await drawClient(<Markets onChoice={(choice) => choices.push(choice)} />)
  expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین'])
  const head = () => screen.getByRole('columnheader', { name: /تغییر ۲۴ ساعت/ })
  const press = () => userEvent.click(within(head()).getByRole('button'))
  await press()
  expect(await names()).toEqual(['بیت‌کوین', 'طلای ۱۸ عیار'])
  expect(head()).toHaveAttribute('aria-sort', 'descending')
  await press()
  expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین'])
  expect(head()).toHaveAttribute('aria-sort', 'ascending')
  await press()
  expect(head()).not.toHaveAttribute('aria-sort')
  expect(choices).toMatchObject([{ sort: 'change' }, { sort: 'change', reversed: true }, {}])
})

test('a phone shows the volume of a day, and sorts by it and by the change', async () => {
  const gold = { ...row('GOLD', 'TOMAN'), last24HoursChange: '-2', last24HourVolume: '9' }
  server.use(mockEndpoint(getMarkets, { content: [gold, row('BITCOIN', 'TOMAN')], totalPages: 1 }))
  await drawClient(<Markets />)
  expect(await screen.findByText('۷۲٫۰ م')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'تغییر' }))
  expect(await names()).toEqual(['بیت‌کوین', 'طلای ۱۸ عیار'])
  await userEvent.click(screen.getByRole('button', { name: 'حجم' }))
  expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین'])
})

test('a star makes a market a favourite and a favourite none, and a refusal takes the change back', async () => {
  const kept = new Set(['GOLD_TOMAN'])
  server.use(
    mockEndpoint(getFavouriteMarkets, () => ({ content: [...kept] })),
    mockEndpoint(addFavouriteMarket, ({ params }) => {
      kept.add(`${params.market}`)
      return {}
    }),
    mockEndpoint(removeFavouriteMarket, refuseWith('UNAVAILABLE')),
  )
  const { client } = await drawClient(<Markets />)
  await names()
  expect(screen.queryByRole('radio', { name: 'منتخب' })).toBeNull()
  act(() => void client.setQueryData(sessionQuery().queryKey, person()))
  const star = (name: string) => screen.findByRole('button', { name: `منتخب کردن ${name}` })
  expect(await star('طلای ۱۸ عیار')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(await star('بیت‌کوین'))
  await waitFor(() => expect(kept).toContain('BITCOIN_TOMAN'))
  await userEvent.click(screen.getByRole('radio', { name: 'منتخب' }))
  expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین'])
  await userEvent.click(await star('طلای ۱۸ عیار'))
  await waitFor(async () => expect(await names()).toEqual(['طلای ۱۸ عیار', 'بیت‌کوین']))
  expect(await star('طلای ۱۸ عیار')).toHaveAttribute('aria-pressed', 'true')
})

test('a poll leaves out the weeks, whose lines stay', async () => {
  const asked: (string | undefined)[] = []
  server.use(
    mockEndpoint(getMarkets, ({ query }) => {
      asked.push(query.weeklyDataIncluded)
      const week = query.weeklyDataIncluded === 'true' ? ['1', '2', '3'] : []
      return { content: [{ ...row('GOLD', query.source_coin ?? ''), lastWeekData: week }], totalPages: 1 }
    }),
  )
  const { client, container } = await drawClient(<Markets first={{ unit: 'TETHER' }} />)
  await names()
  await act(() => client.refetchQueries({ queryKey: [getMarkets.path] }))
  expect(asked).toEqual(['true', 'false'])
  expect(container.querySelector('td path[stroke]')).toBeInTheDocument()
})

test.each([
  ['a phone', 3],
  ['a desktop', 6],
])('on %s each figure and button of a row exists once', async (device, columns) => {
  if (device === 'a desktop') widen()
  const { client } = await drawClient(<Markets />)
  act(() => void client.setQueryData(sessionQuery().queryKey, person()))
  for (const name of ['هشدار قیمت طلای ۱۸ عیار', 'منتخب کردن طلای ۱۸ عیار'])
    expect(await screen.findAllByRole('button', { name })).toHaveLength(1)
  const [, gold] = screen.getAllByRole('row')
  expect(within(gold as HTMLElement).getAllByRole('cell')).toHaveLength(columns)
  expect(within(gold as HTMLElement).getAllByText(/۱٫۲۵٪/)).toHaveLength(1)
})

/** Collects the decimals that are formatted from now on. */
function watchFormats(): string[] {
  const formatted: string[] = []
  const { prototype } = Intl.NumberFormat
  const known = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {}
  const get = function (this: Intl.NumberFormat) {
    const format: (value: unknown) => string = known.get?.call(this)
    return (value: unknown) => {
      formatted.push(String(value))
      return format(value)
    }
  }
  Object.defineProperty(prototype, 'format', { ...known, get })
  onTestFinished(() => void Object.defineProperty(prototype, 'format', known))
  return formatted
}

test('a poll changes the row whose price has changed, and touches no other', async () => {
  const prices = { GOLD: '8000000', BITCOIN: '9000000' }
  server.use(
    mockEndpoint(getMarkets, () => ({
      content: Object.entries(prices).map(([coin, lastPrice]) => ({ ...row(coin, 'TOMAN'), lastPrice })),
      totalPages: 1,
    })),
  )
  const { client } = await drawClient(<Markets />)
  await names()
  const formatted = watchFormats()
  prices.BITCOIN = '9100000'
  await act(() => client.refetchQueries({ queryKey: [getMarkets.path] }))
  await screen.findByText('۹٬۱۰۰٬۰۰۰')
  expect(formatted).toContain('9100000')
  expect(formatted).not.toContain('8000000')
})
