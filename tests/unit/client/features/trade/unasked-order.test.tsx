import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { boundAbove, confirmBound, keepConfirmBound } from '#client/entities/order/confirm-bound.ts'
import { OrdersSection } from '#client/features/settings/orders-section.tsx'
import { placeBuyOrder } from '#contract/orders.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { SESSION_MARK } from '#contract/session-mark.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { server, openForm } = tradeScreen()
const sent: Sent[] = []
beforeEach(() => {
  sent.length = 0
  keepConfirmBound('small')
  server.use(
    mockEndpoint(placeBuyOrder, (request) => {
      sent.push(request)
      return { baseDTO: wireOrder() }
    }),
  )
})

/** Types an order and presses its button once the book is on the page. */
async function order(price: string, amount: string) {
  const form = await openForm('خرید')
  await screen.findByRole('list', { name: 'فروشندگان' })
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), price)
  await userEvent.type(within(form).getByLabelText('مقدار'), amount)
  await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
}
const question = () => screen.findByRole('dialog', { name: 'تأیید سفارش خرید' })

test('an order below the bound is sent without a question', async () => {
  await order('7900000', '0.1')
  expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
  expect(sent[0]?.body).not.toHaveProperty('unasked')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an order from the bound on asks first', async () => {
  await order('7900000', '0.13')
  expect(await question()).toBeVisible()
  expect(sent).toEqual([])
})

test('a small order with a warning asks first, and the question repeats the warning', async () => {
  await order('9000000', '0.1')
  expect(await within(await question()).findByText(/بالاتر از بهترین فروشنده است/)).toBeVisible()
  expect(sent).toEqual([])
})

test('what the market warns of is asked, however small', async () => {
  const far = refuseWith('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice: '7000000' })
  server.use(mockEndpoint(placeBuyOrder, ({ query }) => (query.force ? { baseDTO: wireOrder() } : far)))
  await order('7900000', '0.1')
  expect(await within(await question()).findByText(/بالاتر از قیمت بازار .* است؛ مطمئنید؟/)).toBeVisible()
})

test('a small order without an answer says so, and what became of it', async () => {
  server.use(
    mockEndpoint(placeBuyOrder, () => NO_ANSWER),
    mockEndpoint(getOutcome, { baseDTO: { kind: 'ORDER', order: wireOrder() } }),
  )
  await order('7900000', '0.1')
  expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
})

test('the question itself offers to ask less, for orders below the next bound, and says where to change that', async () => {
  keepConfirmBound('always')
  await order('7900000', '0.1')
  const sheet = within(await question())
  await userEvent.click(sheet.getByRole('checkbox', { name: /کمتر از .*۱٬۰۰۰٬۰۰۰/ }))
  expect(sheet.getByText(/تنظیمات/)).toBeVisible()
  expect(confirmBound()).toBe('always')
  await userEvent.click(sheet.getByRole('button', { name: 'ثبت سفارش خرید' }))
  expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
  expect(confirmBound()).toBe('small')
})

test('no question offers it for an order above the bounds, or below a bound that is chosen already', async () => {
  await order('9000000', '0.1')
  const sheet = within(await question())
  expect(await sheet.findByText(/بالاتر از بهترین فروشنده است/)).toBeVisible()
  expect(sheet.queryByRole('checkbox')).toBeNull()
  expect([boundAbove('10000000', 'TOMAN'), boundAbove('9999999', 'TOMAN'), boundAbove('12.5', 'TETHER')]).toEqual([
    undefined,
    'medium',
    'medium',
  ])
})

test('the bound is chosen in the settings, and ends with the session', async () => {
  await drawClient(<OrdersSection />)
  await userEvent.click(screen.getByRole('radio', { name: 'از ۱۰ میلیون' }))
  expect(screen.getByText(/۱۰٬۰۰۰٬۰۰۰.* تومان یا .*۱۰۰.* تتر بدون تأیید ثبت می‌شوند/)).toBeVisible()
  expect(confirmBound()).toBe('medium')
  Object.assign(document, { cookie: `${SESSION_MARK}=of-another; path=/` })
  expect(confirmBound()).toBe('always')
})
