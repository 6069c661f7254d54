import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { ConfirmedOrder } from '#client/features/trade/order.commands.ts'
import { placeOco } from '#contract/order-changes.ts'
import { placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { server, openForm } = tradeScreen()

function collectOrders() {
  const sent: Sent[] = []
  const answer = (request: Sent) => {
    sent.push(request)
    return { baseDTO: wireOrder() }
  }
  server.use(mockEndpoint(placeBuyOrder, answer), mockEndpoint(placeSellOrder, answer))
  return sent
}
const type = (form: HTMLElement, label: string, text: string) =>
  userEvent.type(within(form).getByLabelText(label), text)
const openTerms = async (form: HTMLElement) => {
  await userEvent.click(within(form).getByRole('button', { name: /^شرایط سفارش/ }))
  return screen.findByRole('dialog', { name: 'شرایط سفارش' })
}
async function confirm(form: HTMLElement, side: 'خرید' | 'فروش') {
  await userEvent.click(within(form).getByRole('button', { name: `${side} طلای ۱۸ عیار` }))
  return screen.findByRole('dialog', { name: `تأیید سفارش ${side}` })
}

test('a stop-limit order says its rule, needs its stop price, and is sent with it', async () => {
  const sent = collectOrders()
  const form = await openForm('فروش')
  await userEvent.click(within(form).getByRole('radio', { name: 'سفارش حد ضرر' }))
  expect(within(form).getByLabelText('قیمت فعال‌سازی')).toHaveAccessibleDescription(/به قیمت فعال‌سازی یا پایین‌تر برسد/)
  await type(form, 'قیمت واحد', '7800000')
  await type(form, 'مقدار', '1')
  await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
  expect(within(form).getByLabelText('قیمت فعال‌سازی')).toHaveAccessibleDescription('قیمت فعال‌سازی را وارد کنید.')
  await waitFor(() => expect(within(form).getByLabelText('قیمت فعال‌سازی')).toHaveFocus())
  await type(form, 'قیمت فعال‌سازی', '8100000')
  expect(await within(form).findByText(/سفارش فوراً فعال می‌شود/)).toBeVisible()
  await userEvent.clear(within(form).getByLabelText('قیمت فعال‌سازی'))
  await type(form, 'قیمت فعال‌سازی', '7900000')
  expect(within(form).queryByText(/سفارش فوراً فعال می‌شود/)).toBeNull()
  const sheet = await confirm(form, 'فروش')
  expect(within(sheet).getByText('قیمت فعال‌سازی').nextElementSibling).toHaveTextContent('۷٬۹۰۰٬۰۰۰')
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش فروش' }))
  await screen.findByText('سفارش ثبت شد')
  expect(sent[0]?.body).toEqual({
    marketType: 'GOLD_TOMAN',
    orderType: 'STOP_LIMIT_SELL',
    amount: '1',
    unitPrice: '7800000',
    stopPrice: '7900000',
    clientOrderId: sent[0]?.idempotencyKey,
  })
})

test('a trailing stop says what it does and where it begins, and is sent with its distance', async () => {
  const sent = collectOrders()
  const form = await openForm('فروش')
  await userEvent.click(within(form).getByRole('radio', { name: 'سفارش حد ضرر متحرک' }))
  const explanation = await within(form).findByText(/دنبال بازار بالا می‌رود و هرگز پایین نمی‌آید/)
  expect(explanation).not.toBeVisible()
  await userEvent.click(within(form).getByRole('button', { name: 'چطور کار می‌کند؟' }))
  expect(explanation).toBeVisible()
  await type(form, 'مقدار', '1')
  await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
  expect(within(form).getByLabelText('فاصله از بازار')).toHaveAccessibleDescription('فاصله از بازار را وارد کنید.')
  await type(form, 'فاصله از بازار', '2.5')
  await userEvent.click(within(form).getByRole('radio', { name: 'تومان' }))
  expect(within(form).getByLabelText('فاصله از بازار')).toHaveValue('')
  await type(form, 'فاصله از بازار', '200000')
  await type(form, 'حاشیهٔ قیمت سفارش', '1000')
  expect(within(form).getByText('قیمت فعال‌سازی فعلی').nextElementSibling).toHaveTextContent('۷٬۸۰۰٬۰۰۰')
  const sheet = await confirm(form, 'فروش')
  expect(within(sheet).getByText('فاصله از بازار').nextElementSibling).toHaveTextContent(/۲۰۰٬۰۰۰.*۲٫۵٪/)
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش فروش' }))
  await screen.findByText('سفارش ثبت شد')
  expect(sent[0]?.body).toEqual({
    marketType: 'GOLD_TOMAN',
    orderType: 'STOP_LIMIT_SELL',
    amount: '1',
    unitPrice: '7799000',
    stopPrice: '7800000',
    trailingDistance: '200000',
    clientOrderId: sent[0]?.idempotencyKey,
  })
})

const LEGS: [Order, Order] = [
  wireOrder({ orderType: 'LIMITED_SELL', linkedOrderId: '42' }),
  wireOrder({ id: '42', orderType: 'STOP_LIMIT_SELL', orderStatus: 'PENDING', linkedOrderId: '41' }),
]

test('an OCO order says on which side of the market each price must be, and is sent as one', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(placeOco, (request) => {
      sent.push(request)
      return { content: LEGS }
    }),
  )
  const form = await openForm('فروش')
  await userEvent.click(within(form).getByRole('radio', { name: 'سفارش دوطرفه (OCO)' }))
  const limit = await within(form).findByLabelText('قیمت سفارش محدود')
  expect(limit).toHaveAccessibleDescription(/^بالاتر از قیمت بازار \(.*۸٬۰۰۰٬۰۰۰/)
  await userEvent.type(limit, '7900000')
  expect(limit).toHaveAccessibleDescription('قیمت سفارش محدود باید بالاتر از قیمت بازار باشد.')
  await userEvent.clear(limit)
  await userEvent.type(limit, '8500000')
  await type(form, 'قیمت فعال‌سازی', '7800000')
  await type(form, 'مقدار', '1')
  await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
  const stopLimit = within(form).getByLabelText('قیمت پس از فعال‌سازی')
  expect(stopLimit).toHaveAccessibleDescription('قیمت پس از فعال‌سازی را وارد کنید.')
  await userEvent.type(stopLimit, '7700000')
  const terms = await openTerms(form)
  expect(within(terms).getByRole('radio', { name: /^فوری/ })).toBeDisabled()
  await userEvent.click(within(terms).getByRole('button', { name: 'اعمال' }))
  const sheet = await confirm(form, 'فروش')
  for (const [label, price] of [
    ['قیمت سفارش محدود', '۸٬۵۰۰٬۰۰۰'],
    ['قیمت فعال‌سازی', '۷٬۸۰۰٬۰۰۰'],
    ['قیمت پس از فعال‌سازی', '۷٬۷۰۰٬۰۰۰'],
  ] as const)
    expect(within(sheet).getByText(label).nextElementSibling).toHaveTextContent(price)
  expect(within(sheet).getByText('مبلغ کل پس از فعال‌سازی').nextElementSibling).toHaveTextContent('۷٬۷۰۰٬۰۰۰')
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش فروش' }))
  expect(await screen.findByText(/^هر دو سفارش ثبت شد/)).toBeVisible()
  expect(sent[0]?.body).toEqual({
    marketType: 'GOLD_TOMAN',
    side: 'SELL',
    amount: '1',
    unitPrice: '8500000',
    stopPrice: '7800000',
    stopUnitPrice: '7700000',
    clientOrderId: sent[0]?.idempotencyKey,
  })
})

test('the terms are chosen in a sheet, said in one line, stated before the order and sent with it', async () => {
  const sent = collectOrders()
  const form = await openForm('خرید')
  expect(within(form).getByText('تا لغو · انقضا ندارد')).toBeVisible()
  await type(form, 'قیمت واحد', '7900000')
  await type(form, 'مقدار', '1')
  const terms = await openTerms(form)
  await userEvent.click(within(terms).getByRole('checkbox', { name: /^فقط سازنده/ }))
  await userEvent.click(within(terms).getByRole('checkbox', { name: /^تاریخ انقضا/ }))
  expect(await within(terms).findByLabelText('ماه')).toBeVisible()
  await userEvent.selectOptions(within(terms).getByLabelText('ساعت'), '۱۸')
  await userEvent.selectOptions(within(terms).getByLabelText('برخورد با سفارش خودتان'), 'لغو هر دو سفارش')
  await userEvent.click(within(terms).getByRole('button', { name: 'اعمال' }))
  expect(within(form).getByText(/^تا لغو · تا .*۱۸:۰۰ · فقط سازنده · لغو هر دو سفارش$/)).toBeVisible()
  const sheet = await confirm(form, 'خرید')
  expect(within(sheet).getByText('تاریخ انقضا').nextElementSibling).toHaveTextContent(/۱۸:۰۰$/)
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش خرید' }))
  await screen.findByText('سفارش ثبت شد')
  expect(sent[0]?.body).toMatchObject({
    postOnly: true,
    selfTradePrevention: 'CANCEL_BOTH',
    expiresAt: expect.stringMatching(/T14:30:00.000Z$/),
  })
})

test('a term that has no effect is off with its reason, and is not sent', async () => {
  const sent = collectOrders()
  const form = await openForm('خرید')
  await type(form, 'قیمت واحد', '8000100')
  await type(form, 'مقدار', '1')
  const terms = await openTerms(form)
  await userEvent.click(within(terms).getByRole('checkbox', { name: /^فقط سازنده/ }))
  await userEvent.click(within(terms).getByRole('radio', { name: /^همه یا هیچ/ }))
  const postOnly = within(terms).getByRole('checkbox', { name: /^فقط سازنده/ })
  expect(postOnly).toBeDisabled()
  expect(postOnly).not.toBeChecked()
  expect(within(terms).getAllByText('با اعتبار «همه یا هیچ (FOK)» سفارش در صف نمی‌ماند.')).toHaveLength(2)
  await userEvent.click(within(terms).getByRole('button', { name: 'اعمال' }))
  const sheet = await confirm(form, 'خرید')
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش خرید' }))
  await screen.findByText('سفارش ثبت شد')
  expect(sent[0]?.body).toMatchObject({ timeInForce: 'FOK' })
  expect(sent[0]?.body).not.toHaveProperty('postOnly')
})

test('a price that post-only refuses is warned about before the button', async () => {
  const form = await openForm('خرید')
  await type(form, 'قیمت واحد', '8000100')
  const terms = await openTerms(form)
  await userEvent.click(within(terms).getByRole('checkbox', { name: /^فقط سازنده/ }))
  await userEvent.click(within(terms).getByRole('button', { name: 'اعمال' }))
  expect(await within(form).findByText(/با شرط «فقط سازنده» ثبت نخواهد شد/)).toBeVisible()
})

test.each([
  ['بهترین خرید', '۷٬۹۹۹٬۹۰۰'],
  ['میانی', '۸٬۰۰۰٬۰۰۰'],
  ['بهترین فروش', '۸٬۰۰۰٬۱۰۰'],
])('%s is put in as the price', async (name, price) => {
  const form = await openForm('خرید')
  // The book is there once the page shows it.
  await userEvent.click(await screen.findByRole('tab', { name: 'دفتر سفارش' }))
  await screen.findByRole('list', { name: 'فروشندگان' })
  await userEvent.click(within(form).getByRole('button', { name }))
  expect(within(form).getByLabelText('قیمت واحد')).toHaveValue(price)
})

test('a step that is held repeats until it is let go', async () => {
  const form = await openForm('خرید')
  await type(form, 'قیمت واحد', '8000000')
  const up = within(form).getByRole('button', { name: 'افزایش قیمت' })
  const price = within(form).getByLabelText('قیمت واحد')
  fireEvent.pointerDown(up, { button: 0 })
  // A busy machine sees some steps late, but more than the one of a press.
  await waitFor(() => expect(price).not.toHaveDisplayValue(/^۸٬۰۰۰٬[۰۱]۰۰$/), { timeout: 3_000 })
  fireEvent.pointerLeave(up)
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500))
  // The last step may be drawn after the pointer has left.
  await pause()
  const held = price.getAttribute('value')
  await pause()
  expect(price).toHaveValue(held)
})

test('the arrow keys move the price by a tick and the page keys by ten, and the price is announced', async () => {
  const form = await openForm('خرید')
  const price = within(form).getByLabelText('قیمت واحد')
  await userEvent.type(price, '8000000')
  expect(price.closest('form')?.querySelector('[aria-live=polite]')).toHaveTextContent('')
  await userEvent.keyboard('{ArrowUp}')
  expect(price).toHaveValue('۸٬۰۰۰٬۱۰۰')
  await userEvent.keyboard('{PageUp}{ArrowDown}')
  expect(price).toHaveValue('۸٬۰۰۱٬۰۰۰')
  expect(within(form).getByText(/۸٬۰۰۱٬۰۰۰.*تومان/)).toHaveAttribute('aria-live', 'polite')
  await userEvent.keyboard('{PageDown}')
  expect(price).toHaveValue('۸٬۰۰۰٬۰۰۰')
})

test('a typed total becomes an amount', async () => {
  const form = await openForm('خرید')
  await type(form, 'قیمت واحد', '8000000')
  await type(form, 'مبلغ کل', '5000000')
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۰٫۶۲۵')
})

test('an order that an earlier version stored is still read', () => {
  const stored = {
    market: 'GOLD_TOMAN',
    side: 'BUY',
    kind: 'LIMIT',
    amount: '1',
    unitPrice: '8000000',
    total: '8000000',
  }
  expect(ConfirmedOrder.parse(stored)).toEqual(stored)
})
