import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { tickersChoice } from '#client/features/trade/ticker-choice.tsx'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { words as marketWords } from '#client/locales/en/markets.ts'
import { words } from '#client/locales/en/trade.ts'
import { getFavouriteMarkets, getLastTrades, getMarkets } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, GOLD_ROW, tradeScreen } from '#tests/builders/trade-screen.tsx'

vi.mock('#client/features/trade/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ before }: { before: ReactNode }) => before,
}))

const { server } = tradeScreen()
const QUERY = { media: '', onchange: null, addListener: () => undefined, removeListener: () => undefined }
beforeEach(() => {
  localStorage.clear()
  tickersChoice.set('auto')
  // jsdom has no pointers to capture.
  Element.prototype.setPointerCapture = () => undefined
  window.matchMedia = windowOf({ width: 1600, height: 1200 })
  server.use(
    mockEndpoint(getLastTrades, { content: [] }),
    mockEndpoint(getFavouriteMarkets, { content: ['GOLD_TETHER'] }),
    mockEndpoint(getMarkets, ({ query: { source_coin: unit = '' } }) => ({
      content: ['BITCOIN', 'GOLD'].map((coin) => ({
        ...GOLD_ROW,
        ...{
          marketType: `${coin}_${unit}`,
          relatedCoin: coin,
          sourceCoin: unit,
          lastPrice: `${unit.length}${coin.length}`,
        },
      })),
      totalPages: 1,
    })),
  )
})

/** A window of this size, as media queries see it. */
function windowOf(size: { width: number; height: number }) {
  const fits = (query: string) => {
    const [, side, least, unit] = /min-(width|height): (\d+)(px|rem)/.exec(query) ?? []
    const rem = unit === 'rem' ? 16 : 1
    return side === 'width' || side === 'height' ? size[side] >= Number(least) * rem : false
  }
  return (query: string) => Object.assign(new EventTarget(), { ...QUERY, matches: fits(query) })
}

const bookSize = () => screen.findByRole('separator', { name: words.panels.resize.book })

test('panels are resized with the keys of the writing direction and keep their size on this device', async () => {
  const { unmount } = await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const separator = await bookSize()
  const before = Number(separator.getAttribute('aria-valuenow'))
  separator.focus()
  // The book lies after its separator: moved to the left, the separator leaves it more space.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  expect(separator).toHaveAttribute('aria-valuenow', `${before + 16}`)
  await userEvent.keyboard('{End}')
  unmount()
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const again = await bookSize()
  expect(again).toHaveAttribute('aria-valuenow', again.getAttribute('aria-valuemax') ?? 'none')
  await userEvent.dblClick(again)
  expect(again).toHaveAttribute('aria-valuenow', `${before}`)
})

test('a chosen arrangement has sizes of its own, and the form stays as it is', async () => {
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const separator = await bookSize()
  const usual = separator.getAttribute('aria-valuenow')
  const form = within(screen.getByRole('form'))
  await userEvent.type(form.getByLabelText('Amount'), '1.5')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: words.panels.label }), words.panels.chart)
  expect(await bookSize()).not.toHaveAttribute('aria-valuenow', usual)
  expect(form.getByLabelText('Amount')).toHaveValue('1.5')
  expect(localStorage.getItem('trade-arrangement')).toBe('chart')
})

test('the depth of the book is a picture of both sides, with the prices at its edges', async () => {
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  await userEvent.click(await screen.findByRole('tab', { name: words.tabs.depth }))
  const figure = screen.getByRole('img', { name: words.book.picture }).closest('figure')
  expect(figure?.querySelector('figcaption')).toHaveTextContent('7,999,9008,000,0008,000,200')
})

test('a wide window has the prices of all markets beside the chart, in either unit, and a row opens its market', async () => {
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const panel = within(await screen.findByRole('region', { name: marketWords.title }))
  const hrefs = async () => {
    const rows = within(await panel.findByRole('table', { name: marketWords.title }))
    return rows.getAllByRole('link').map((link) => link.getAttribute('href'))
  }
  expect(await hrefs()).toEqual(['/profile/trade/TOMAN/BITCOIN', '/profile/trade/TOMAN/GOLD'])
  expect(panel.getByRole('link', { current: 'page' })).toHaveTextContent('GOLD')
  await userEvent.click(panel.getByRole('radio', { name: marketWords.unit.TETHER }))
  expect(await panel.findByText('67')).toBeVisible()
  expect(await hrefs()).toEqual(['/profile/trade/TETHER/BITCOIN', '/profile/trade/TETHER/GOLD'])
  await userEvent.click(await panel.findByRole('button', { name: marketWords.group.favourites }))
  expect(await hrefs()).toEqual(['/profile/trade/TETHER/GOLD'])
  await userEvent.type(panel.getByRole('searchbox'), 'btc')
  expect(await panel.findByText(marketWords.none.title)).toBeVisible()
})

test('the markets can be put away and brought back, and the choice stays on this device', async () => {
  const { unmount } = await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const toggle = () => screen.findByRole('button', { name: marketWords.title })
  const region = () => screen.queryByRole('region', { name: marketWords.title })
  expect(await toggle()).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(await toggle())
  expect(region()).toBeNull()
  unmount()
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  expect(await toggle()).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(await toggle())
  expect(region()).toBeVisible()
})

test('in a low window the last trades are a tab of the book, and a narrow one begins without the markets', async () => {
  window.matchMedia = windowOf({ width: 1280, height: 800 })
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const panel = within(await screen.findByRole('region', { name: words.book.title }))
  expect(screen.queryByRole('region', { name: words.trades.title })).toBeNull()
  expect(screen.queryByRole('region', { name: marketWords.title })).toBeNull()
  await userEvent.click(panel.getByRole('tab', { name: words.tabs.trades }))
  expect(await panel.findByText(words.trades.empty)).toBeVisible()
})
