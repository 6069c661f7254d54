import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { placeBuyOrder } from '#contract/orders.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { server, openForm } = tradeScreen()

async function place(order: Order) {
  server.use(mockEndpoint(placeBuyOrder, { baseDTO: order }))
  const form = await openForm('خرید')
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000000')
  await userEvent.type(within(form).getByLabelText('مقدار'), '1')
  await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
  const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش خرید' })
  await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش خرید' }))
}

const half = { executedAmount: '0.5', executedValue: '3999950' }

test.each<[string, string, RegExp, Partial<Order>]>([
  ['resting', 'سفارش ثبت شد', /^سفارش شما در صف است/, {}],
  ['partly filled', 'سفارش ثبت شد', /۰٫۵.*۷٬۹۹۹٬۹۰۰.*باقی‌مانده در صف است/, half],
  ['waiting for its price', 'سفارش ثبت شد', /در انتظار قیمت فعال‌سازی/, { orderStatus: 'PENDING' }],
  [
    'filled',
    'خرید انجام شد',
    /^⁦۱⁩ گرم به قیمت ⁦۷٬۹۹۹٬۹۰۰⁩/,
    { orderStatus: 'FINISHED_WITH_TRANSACTION', executedAmount: '1', executedValue: '7999900' },
  ],
  [
    'partly filled and closed',
    'خرید انجام شد',
    /^فقط .*۰٫۵.*باقی‌مانده بسته شد\.$/,
    { orderStatus: 'FINISHED_WITH_TRANSACTION', timeInForce: 'IOC', ...half },
  ],
  [
    'closed without a match',
    'سفارش انجام نشد',
    /فقط فوری انجام می‌شود/,
    { orderStatus: 'FINISHED_WITHOUT_TRANSACTION', timeInForce: 'IOC' },
  ],
  [
    'closed at an own order',
    'سفارش انجام نشد',
    /به سفارش دیگر خودتان رسید/,
    { orderStatus: 'FINISHED_WITHOUT_TRANSACTION' },
  ],
  [
    'closed at an own order after a part',
    'خرید انجام شد',
    /^فقط .*۰٫۵.*باقی‌مانده بسته شد.*به سفارش دیگر خودتان رسید/,
    { orderStatus: 'FINISHED_WITH_TRANSACTION', ...half },
  ],
  ['cancelled at once', 'سفارش انجام نشد', /این سفارش لغو شد/, { orderStatus: 'CANCELLED_BY_USER' }],
])('an order that is %s is said to be just that', async (_what, title, text, differences) => {
  await place(wireOrder(differences))
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})
