import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { words } from '#client/locales/en/trade.ts'
import { getLastTrades } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'

vi.mock('#client/features/trade/chart/chart-panel.tsx', () => ({
  ChartPanel: ({ before }: { before: ReactNode }) => before,
}))

const { server } = tradeScreen()
const WIDE = { media: '', onchange: null, addListener: () => undefined, removeListener: () => undefined }
beforeEach(() => {
  localStorage.clear()
  // jsdom has no pointers to capture.
  Element.prototype.setPointerCapture = () => undefined
  window.matchMedia = () => Object.assign(new EventTarget(), { ...WIDE, matches: true })
  server.use(mockEndpoint(getLastTrades, { content: [] }))
})

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
  expect(figure).toHaveTextContent('7,999,9008,000,0008,000,200')
})
