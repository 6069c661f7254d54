import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hasUnsavedInput } from '#client/app/unsaved-input.ts'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { wipeUserData } from '#client/lib/wipe-user-data.ts'
import { getAccount } from '#contract/account.ts'
import { getMarket, getMarketInfo } from '#contract/markets.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { drawClient, queryClientOfApp } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { GOLD_PATH, GOLD_ROW, GOLD_RULES, tradeScreen } from '#tests/builders/trade-screen.tsx'

const { server, draw } = tradeScreen()

/** The last price of the market on its tick, which an empty form begins with. */
const LAST = '۸٬۰۰۰٬۰۰۰'

const shownForm = async () => within(await screen.findByRole('form', { name: 'ثبت سفارش' }))
/** Ends the page, as a reload or another market does. */
async function openAnew() {
  cleanup()
  await draw()
  return shownForm()
}
async function typeOrder() {
  await draw()
  const form = await shownForm()
  await userEvent.click(form.getByRole('radio', { name: 'سفارش حد ضرر' }))
  await userEvent.type(form.getByLabelText('قیمت واحد'), '7900000')
  await userEvent.type(form.getByLabelText('قیمت فعال‌سازی'), '8100000')
  await userEvent.type(form.getByLabelText('مبلغ کل'), '5000000')
}

test('what was typed is there after a reload, total and all, and belongs to its market', async () => {
  await typeOrder()
  const form = await openAnew()
  expect(form.getByRole('radio', { name: 'سفارش حد ضرر' })).toBeChecked()
  expect(form.getByLabelText('قیمت واحد')).toHaveValue('۷٬۹۰۰٬۰۰۰')
  expect(form.getByLabelText('قیمت فعال‌سازی')).toHaveValue('۸٬۱۰۰٬۰۰۰')
  expect(form.getByLabelText('مبلغ کل')).toHaveValue('۵٬۰۰۰٬۰۰۰')
  expect(form.getByLabelText('مقدار')).toHaveValue('۰٫۶۳۲')
  cleanup()
  server.use(mockEndpoint(getMarket, { baseDTO: { ...GOLD_RULES, marketType: 'GOLD_TETHER', sourceCoin: 'TETHER' } }))
  await drawClient(<TradePage path={{ ...GOLD_PATH, tradeTo: 'TETHER' }} />)
  await waitFor(async () => expect((await shownForm()).getByLabelText('قیمت واحد')).toHaveValue(LAST))
})

test('a logout ends the draft, on the screen too', async () => {
  await typeOrder()
  const before = await shownForm()
  act(() => wipeUserData(queryClientOfApp()))
  await waitFor(() => expect(before.getByLabelText('قیمت واحد')).toHaveValue(LAST))
  expect((await openAnew()).getByRole('radio', { name: 'سفارش محدود' })).toBeChecked()
})

test('what a visitor typed is there after the login, and no longer after the logout', async () => {
  server.use(mockEndpoint(getAccount, refuseWith('UNAUTHENTICATED')))
  await typeOrder()
  await screen.findByRole('link', { name: 'ورود برای معامله' })
  cleanup()
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authorized: true }) }))
  // Each login first wipes the data of an earlier user.
  wipeUserData(queryClientOfApp())
  Object.assign(document, { cookie: `${SESSION_MARK}=of-the-login; path=/` })
  const form = await openAnew()
  await waitFor(() => expect(form.getByRole('button', { name: 'خرید طلای ۱۸ عیار' })).toBeEnabled())
  expect(form.getByLabelText('قیمت واحد')).toHaveValue('۷٬۹۰۰٬۰۰۰')
  cleanup()
  wipeUserData(queryClientOfApp())
  expect((await openAnew()).getByRole('radio', { name: 'سفارش محدود' })).toBeChecked()
})

test('a draft from before the appointment of a liquidity provider becomes a limit order', async () => {
  await typeOrder()
  cleanup()
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authorized: true, supervisor: true }) }))
  const form = await openAnew()
  await waitFor(() => expect(form.getByRole('radio', { name: 'سفارش محدود' })).toBeChecked())
  expect(form.queryByLabelText('قیمت فعال‌سازی')).toBeNull()
  expect(form.getByLabelText('قیمت واحد')).toHaveValue('۷٬۹۰۰٬۰۰۰')
})

test('typing writes nothing to the disk until it pauses, and then once', async () => {
  await draw()
  const form = await shownForm()
  const price = form.getByLabelText('قیمت واحد')
  await new Promise((resolve) => setTimeout(resolve, 600))
  const writes = vi.spyOn(Storage.prototype, 'setItem')
  await userEvent.type(price, '7900000')
  const whileTyping = writes.mock.calls.length
  await waitFor(() => expect(sessionStorage.getItem('own:order:GOLD_TOMAN')).toContain('7900000'))
  expect(whileTyping).toBeLessThanOrEqual(1)
  expect(writes.mock.calls.length).toBeLessThanOrEqual(whileTyping + 1)
  writes.mockRestore()
})

test('an empty form begins with the last price, which stays while the market moves and is no draft', async () => {
  let lastPrice = '8000050'
  server.use(mockEndpoint(getMarketInfo, () => ({ baseDTO: { marketTradeInfo: { ...GOLD_ROW, lastPrice } } })))
  const { client } = await draw()
  const price = (await shownForm()).getByLabelText('قیمت واحد')
  await waitFor(() => expect(price).toHaveValue(LAST))
  expect(hasUnsavedInput()).toBe(false)
  lastPrice = '8500000'
  await act(() => client.refetchQueries({ queryKey: [getMarketInfo.path] }))
  expect(await screen.findAllByText('۸٬۵۰۰٬۰۰۰')).not.toEqual([])
  expect(price).toHaveValue(LAST)
  await userEvent.click((await shownForm()).getByRole('radio', { name: 'فروش' }))
  const form = await openAnew()
  expect(form.getByRole('radio', { name: 'فروش' })).toBeChecked()
  await waitFor(() => expect(form.getByLabelText('قیمت واحد')).toHaveValue('۸٬۵۰۰٬۰۰۰'))
})

test('a suggested price stays with the amount of a draft', async () => {
  await draw()
  const price = (await shownForm()).getByLabelText('قیمت واحد')
  await waitFor(() => expect(price).toHaveValue(LAST))
  await userEvent.type((await shownForm()).getByLabelText('مقدار'), '0.5')
  server.use(mockEndpoint(getMarketInfo, { baseDTO: { marketTradeInfo: { ...GOLD_ROW, lastPrice: '8500000' } } }))
  const form = await openAnew()
  expect(form.getByLabelText('قیمت واحد')).toHaveValue(LAST)
  expect(form.getByLabelText('مقدار')).toHaveValue('۰٫۵')
})

test('a suggested price is selected by the focus and by the press that gives it', async () => {
  await draw()
  const price = (await shownForm()).getByLabelText('قیمت واحد')
  await waitFor(() => expect(price).toHaveValue(LAST))
  act(() => price.focus())
  expect(price).toHaveProperty('selectionEnd', LAST.length)
  act(() => price.blur())
  await userEvent.type(price, '7900000')
  expect(price).toHaveValue('۷٬۹۰۰٬۰۰۰')
})

test('a price that was cleared stays clear, also after a reload', async () => {
  await draw()
  const price = (await shownForm()).getByLabelText('قیمت واحد')
  await waitFor(() => expect(price).toHaveValue(LAST))
  await userEvent.clear(price)
  const form = await openAnew()
  await screen.findByRole('list', { name: 'فروشندگان' })
  expect(form.getByLabelText('قیمت واحد')).toHaveValue('')
})
