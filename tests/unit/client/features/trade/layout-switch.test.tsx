import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { placeBuyOrder } from '#contract/orders.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { mockEndpoint, NO_ANSWER, type Sent } from '#tests/builders/mock-endpoint.ts'
import { tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

/** The number of draws of each part of the page. */
const drawn = vi.hoisted(() => ({ chart: 0, book: 0, trades: 0, orders: 0, title: 0 }))

function counted(part: keyof typeof drawn) {
  return () => {
    drawn[part] += 1
    return null
  }
}
vi.mock('#client/features/trade/chart/chart-panel.tsx', () => ({ ChartPanel: counted('chart') }))
vi.mock('#client/features/trade/depth.tsx', () => ({ Depth: counted('book') }))
vi.mock('#client/features/trade/last-trades.tsx', () => ({ LastTrades: counted('trades'), TradesChoice: () => null }))
vi.mock('#client/features/trade/my-orders.tsx', () => ({ MyOrders: counted('orders') }))
vi.mock('#client/features/trade/title-bar.tsx', () => ({ TitleBar: counted('title') }))

const { server, draw, openForm } = tradeScreen()

/** A window whose width can be changed. */
const desktop = Object.assign(new EventTarget(), {
  matches: false,
  media: '',
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
})
beforeEach(() => {
  desktop.matches = false
  vi.stubGlobal('matchMedia', () => desktop)
})
const becomeWide = (isWide: boolean) =>
  act(async () => {
    desktop.matches = isWide
    desktop.dispatchEvent(new Event('change'))
  })

test('what was typed survives the way from a phone to the desktop and back', async () => {
  const form = await openForm('خرید')
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000100')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1.25')
  await becomeWide(true)
  const wide = within(screen.getByRole('form', { name: 'ثبت سفارش' }))
  expect(wide.getByLabelText('قیمت واحد')).toHaveValue('۸٬۰۰۰٬۱۰۰')
  expect(wide.getByLabelText('مقدار')).toHaveValue('۱٫۲۵')
  await userEvent.type(wide.getByLabelText('مقدار'), '5')
  await becomeWide(false)
  const narrow = within(screen.getByRole('form', { name: 'ثبت سفارش' }))
  expect(narrow.getByLabelText('مقدار')).toHaveValue('۱٫۲۵۵')
})

test('an order whose answer was lost stays on the screen across the widths, under its key', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(placeBuyOrder, (request) => (sent.push(request) > 1 ? { baseDTO: wireOrder() } : NO_ANSWER)),
    mockEndpoint(getOutcome, { baseDTO: { kind: 'NONE' } }),
  )
  const form = await openForm('خرید')
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000000')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1')
  await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  await userEvent.click(await screen.findByRole('button', { name: 'ثبت سفارش خرید' }))
  expect(await screen.findByText(/تا این لحظه چیزی ثبت نشده/)).toBeVisible()
  await becomeWide(true)
  const sheet = within(screen.getByRole('dialog', { name: 'تأیید سفارش خرید' }))
  await userEvent.click(sheet.getByRole('button', { name: 'تلاش دوباره' }))
  expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
})

test.each([
  ['a phone', false],
  ['a tablet', true],
])('on %s the chart is open from the beginning: %s', async (_, isTablet) => {
  drawn.chart = 0
  // No window here is as wide as a desktop's, whose condition has no height.
  vi.stubGlobal('matchMedia', (condition: string) =>
    Object.assign(new EventTarget(), { ...desktop, matches: isTablet && condition.includes('height') }),
  )
  await openForm('خرید')
  expect(drawn.chart > 0).toBe(isTablet)
})

test('the button of the form floats only once an amount is there', async () => {
  const form = await openForm('خرید')
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000100')
  expect(form).not.toHaveAttribute('data-begun')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1')
  expect(form).toHaveAttribute('data-begun')
  await userEvent.clear(within(form).getByLabelText('مقدار'))
  expect(form).not.toHaveAttribute('data-begun')
})

test.each([true, false])('typing draws the form alone (desktop: %s)', async (isWide) => {
  desktop.matches = isWide
  if (isWide) await draw()
  const form = isWide ? await screen.findByRole('form', { name: 'ثبت سفارش' }) : await openForm('خرید')
  await within(form).findByText(/۱۰٬۰۰۰٬۰۰۰/)
  const before = { ...drawn }
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000100')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1.25')
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۱٫۲۵')
  expect(before.book).toBeGreaterThan(0)
  expect(drawn).toEqual(before)
})
