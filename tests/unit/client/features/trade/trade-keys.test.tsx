import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { words } from '#client/locales/en/trade.ts'
import { words as ui } from '#client/locales/en/ui.ts'
import { getLastTrades } from '#contract/markets.ts'
import { cancelAllOrders } from '#contract/orders.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

vi.mock('#client/features/trade/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ before }: { before: ReactNode }) => before,
}))

const { server, world } = tradeScreen()
const WIDE = { media: '', onchange: null, addListener: () => undefined, removeListener: () => undefined }
beforeEach(() => {
  localStorage.clear()
  window.matchMedia = () => Object.assign(new EventTarget(), { ...WIDE, matches: true })
  server.use(mockEndpoint(getLastTrades, { content: [] }), mockEndpoint(cancelAllOrders, { baseDTO: { cancelled: 1 } }))
})

async function openPage() {
  world.open = [wireOrder(), wireOrder({ id: '2' })]
  await drawClient(<TradePage path={GOLD_PATH} />, { language: 'en' })
  const form = within(await screen.findByRole('form'))
  await screen.findByRole('button', { name: words.cancelAll.title })
  // The keys are loaded after the page.
  const price = form.getByLabelText<HTMLInputElement>(/Unit price/)
  await vi.waitFor(() => expect(price).not.toHaveValue(''))
  const suggested = price.value
  await vi.waitFor(() => {
    fireEvent.keyDown(document.body, { key: '+' })
    expect(price).not.toHaveValue(suggested)
  })
  return form
}

test('keys choose the side and step the price, on keyboards of other scripts too, and rest in a field', async () => {
  const form = await openPage()
  const price = form.getByLabelText<HTMLInputElement>(/Unit price/)
  fireEvent.keyDown(document.body, { key: 'س', code: 'KeyS' })
  expect(form.getByRole('radio', { name: 'Sell' })).toBeChecked()
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(form.getByRole('radio', { name: 'Buy' })).toBeChecked()
  expect(price).toHaveFocus()
  const before = price.value
  await userEvent.keyboard('+')
  expect(price.value).not.toBe(before)
  await userEvent.keyboard('-')
  expect(price.value).toBe(before)
  await userEvent.type(form.getByLabelText('Amount'), 's1')
  expect(form.getByRole('radio', { name: 'Buy' })).toBeChecked()
})

test('a key lists all keys, and those that place and cancel orders work once the list turns them on', async () => {
  await openPage()
  await userEvent.keyboard('x')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: words.keys.title }))
  await userEvent.click(sheet.getByRole('checkbox'))
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  // Without the server they say so and do nothing.
  act(() => connectionLost.set(true))
  try {
    await userEvent.keyboard('x')
    expect(await screen.findByText(ui.offline.needed, { selector: '[role=status] > div *' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  } finally {
    act(() => connectionLost.set(false))
  }
  // One order alone, from behind another tab.
  world.open = [wireOrder()]
  await userEvent.click(screen.getByRole('tab', { name: words.orders.history }))
  await userEvent.keyboard('x')
  const question = within(await screen.findByRole('dialog', { name: words.cancelAll.title }))
  expect(question.getByText(words.cancelAll.inMarket)).toBeVisible()
  world.open = []
  await userEvent.click(question.getByRole('button', { name: words.cancelAll.yes }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('tab', { name: words.orders.open }))
  await screen.findByText(words.orders.emptyOpen.title)
  await userEvent.keyboard('x')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the slash opens the search of markets, and a key changes between chart and depth', async () => {
  await openPage()
  await userEvent.keyboard('c')
  expect(screen.getByRole('tab', { name: words.tabs.depth })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('/')
  expect(await screen.findByRole('dialog', { name: words.market.choose })).toBeVisible()
})

test('a skip link before the panels leads to the first field of the form', async () => {
  const form = await openPage()
  await userEvent.click(screen.getByRole('link', { name: words.form.skip }))
  expect(form.getByLabelText(/Unit price/)).toHaveFocus()
})
