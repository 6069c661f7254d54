import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { AmendOrder } from '#client/features/trade/amend-order.tsx'
import { figuresOf } from '#client/features/trade/amendment.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getMarket } from '#contract/markets.ts'
import { amendOrder } from '#contract/order-changes.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { GOLD_RULES } from '#tests/builders/trade-screen.tsx'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { wireOrder } from '#tests/builders/wire-order.ts'

const server = clientServer()
const FORCE = 'NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER'
const KEEPS = 'نوبت سفارش در صف حفظ می‌شود.'
const LOSES = 'سفارش به انتهای صف قیمت خود می‌رود و ممکن است فوراً معامله شود.'
const order = wireOrder({ id: '41', amount: '10', unitPrice: '8000000' })

let sent: Sent[] = []
beforeEach(() => {
  sent = []
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS), mockEndpoint(getMarket, { baseDTO: GOLD_RULES }))
})

/** Answers the requests in turn. */
function answers(...replies: (ReturnType<typeof refuseWith> | { baseDTO: typeof order })[]) {
  server.use(
    mockEndpoint(amendOrder, (request) => {
      sent.push(request)
      return replies[sent.length - 1] ?? { baseDTO: order }
    }),
  )
}

async function openSheet(shown = order) {
  const onClose = vi.fn()
  await drawClient(<AmendOrder order={shown} onClose={onClose} />)
  const sheet = within(await screen.findByRole('dialog'))
  const person = userEvent.setup()
  const type = async (label: string, text: string) => {
    const field = sheet.getByRole('textbox', { name: new RegExp(`^${label}`) })
    await person.clear(field)
    await person.type(field, text)
  }
  const press = (name: string) => person.click(sheet.getByRole('button', { name }))
  return { sheet, person, type, press, onClose }
}

test('only what was changed is sent, and the sheet says before it whether the order keeps its place', async () => {
  answers({ baseDTO: wireOrder({ id: '41', amount: '9' }) })
  const { sheet, type, press, onClose } = await openSheet()
  await press('ثبت تغییرات')
  expect(sheet.getByText('ابتدا قیمت، مقدار یا زمان انقضا را تغییر دهید.')).toBeVisible()
  expect(sent).toEqual([])
  await type('مقدار', '12')
  expect(sheet.getByText(LOSES)).toBeVisible()
  await type('مقدار', '9')
  expect(sheet.getByText(KEEPS)).toBeVisible()
  expect((await sheet.findByText('مبلغ کل')).nextElementSibling).toHaveTextContent('۷۲٬۰۰۰٬۰۰۰ تومان')
  await press('ثبت تغییرات')
  expect(await screen.findByText('سفارش تغییر کرد')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toMatchObject([{ params: { id: '41' }, body: { amount: '9' } }])
  expect(sent[0]?.body).toEqual({ amount: '9' })
})

test('a partly traded order says what has traded, and what is left after the change', async () => {
  const { sheet, type } = await openSheet(
    wireOrder({ id: '41', amount: '10', executedAmount: '4', unitPrice: '8000000' }),
  )
  await type('مقدار', '9')
  expect((await sheet.findByText('انجام‌شده تا اکنون')).nextElementSibling).toHaveTextContent('۴ گرم')
  expect(sheet.getByText('باقی‌مانده پس از تغییر').nextElementSibling).toHaveTextContent('۵ گرم')
})

test('an expiry alone is changed or taken away, and the order keeps its place', async () => {
  answers()
  const { sheet, person, press } = await openSheet(wireOrder({ id: '41', expiresAt: '2030-01-05T08:32:00Z' }))
  expect(await sheet.findByLabelText('ساعت')).toHaveDisplayValue('۱۲')
  // A program may have set a minute that the list does not have.
  expect(sheet.getByLabelText('دقیقه')).toHaveDisplayValue('۰۲')
  await person.selectOptions(sheet.getByLabelText('ساعت'), '۱۸')
  expect(sheet.getByText(KEEPS)).toBeVisible()
  await press('ثبت تغییرات')
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ expiresAt: '2030-01-05T14:32:00.000Z' }]))
})

test('an order without an expiry gets one', async () => {
  answers()
  const { sheet, person, press } = await openSheet()
  await person.click(await sheet.findByRole('checkbox', { name: /^تاریخ انقضا/ }))
  expect(await sheet.findByLabelText('ماه')).toBeVisible()
  await person.click(sheet.getByRole('checkbox', { name: /^تاریخ انقضا/ }))
  await press('ثبت تغییرات')
  expect(sheet.getByText(/^ابتدا قیمت، مقدار/)).toBeVisible()
  await person.click(sheet.getByRole('checkbox', { name: /^تاریخ انقضا/ }))
  await press('ثبت تغییرات')
  await vi.waitFor(() => expect(sent).toMatchObject([{ body: { expiresAt: expect.stringMatching(/T08:30:00/) } }]))
})

test('a leg of an OCO order cannot be changed, and the sheet says why', async () => {
  await drawClient(<AmendOrder order={wireOrder({ linkedOrderId: '42' })} onClose={() => undefined} />)
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText(/^سفارش دوطرفه \(OCO\) ویرایش نمی‌شود/)).toBeVisible()
  expect(sheet.queryByRole('button', { name: 'ثبت تغییرات' })).toBeNull()
})

test('a price far from the market is a question, and a second press sends it with the answer', async () => {
  answers(refuseWith(FORCE, { marketPrice: '8000000' }))
  const { sheet, type, press } = await openSheet()
  await type('قیمت', '16000000')
  await press('ثبت تغییرات')
  const question = await sheet.findByText(/مطمئنید؟/)
  expect(question.textContent?.replace(/[\u2066-\u2069]/g, '')).toBe(
    'قیمت شما (۱۶٬۰۰۰٬۰۰۰ تومان) ۲ برابر قیمت بازار (۸٬۰۰۰٬۰۰۰ تومان) است؛ مطمئنید؟',
  )
  await press('ثبت با همین قیمت')
  expect(await screen.findByText('سفارش تغییر کرد')).toBeVisible()
  expect(sent.map(({ query }) => query.force)).toEqual([undefined, 'true'])
})

test('an order that ended meanwhile closes the sheet with its sentence', async () => {
  answers(refuseWith('ORDER_NOT_OPEN', { baseDTO: wireOrder({ id: '41', orderStatus: 'DONE' }) }))
  const { type, press, onClose } = await openSheet()
  await type('مقدار', '9')
  await press('ثبت تغییرات')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a stop that waits has a trigger to change, a trailing one its amount alone', () => {
  const stop = wireOrder({ orderType: 'STOP_LIMIT_SELL', orderStatus: 'PENDING', stopPrice: '7900000' })
  expect(Object.keys(figuresOf(stop))).toEqual(['unitPrice', 'stopPrice', 'amount'])
  expect(Object.keys(figuresOf({ ...stop, orderStatus: 'IS_OPEN' }))).toEqual(['unitPrice', 'amount'])
  expect(Object.keys(figuresOf({ ...stop, trailingDistance: '1000' }))).toEqual(['amount'])
})
