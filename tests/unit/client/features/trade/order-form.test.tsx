import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { getAmountViaPrice, getMarket, getMarketOrderQuote, getOrderBook } from '#contract/markets.ts'
import { cancelOrder, placeBuyOrder, placeSellOrder } from '#contract/orders.ts'
import { getMarketBalances } from '#contract/wallets.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { person } from '#tests/builders/session.ts'
import { GOLD_RULES, tradeScreen } from '#tests/builders/trade-screen.tsx'
import { wireOrder } from '#tests/builders/wire-order.ts'

const { server, world, draw, openForm } = tradeScreen()
const rules = GOLD_RULES

describe('an order', () => {
  test('is confirmed, sent once with its key as its own id, and said to be registered', async () => {
    const sent: Sent[] = []
    server.use(
      mockEndpoint(placeBuyOrder, (request) => {
        sent.push(request)
        return { baseDTO: wireOrder() }
      }),
    )
    const form = await openForm('خرید')
    await userEvent.type(within(form).getByLabelText('قیمت واحد'), '۸۰۰۰۰۰۰')
    await userEvent.type(within(form).getByLabelText('مقدار'), '۱٫۲۵')
    expect(within(form).getByLabelText('مبلغ کل')).toHaveValue('۱۰٬۰۰۰٬۰۰۰')
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش خرید' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش خرید' }))
    expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({
      marketType: 'GOLD_TOMAN',
      orderType: 'LIMITED_BUY',
      amount: '1.25',
      unitPrice: '8000000',
      clientOrderId: sent[0]?.idempotencyKey,
    })
  })

  test('that lacks fields says so beside them and is not proposed', async () => {
    const form = await openForm('خرید')
    expect(within(form).queryByText('مقدار را وارد کنید.')).toBeNull()
    await userEvent.clear(within(form).getByLabelText('قیمت واحد'))
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    expect(within(form).getByLabelText('قیمت واحد')).toHaveAccessibleDescription('قیمت واحد را وارد کنید.')
    expect(within(form).getByLabelText('مقدار')).toHaveAccessibleDescription('مقدار را وارد کنید.')
    expect(screen.queryByRole('dialog', { name: 'تأیید سفارش خرید' })).toBeNull()
    await waitFor(() => expect(within(form).getByLabelText('قیمت واحد')).toHaveFocus())
  })

  test('is not proposed while an amount has no plain reading', async () => {
    const form = await openForm('خرید')
    await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8,000,000')
    await userEvent.type(within(form).getByLabelText('مقدار'), '1e5')
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    expect(within(form).getByLabelText('قیمت واحد')).toHaveValue('۸٬۰۰۰٬۰۰۰')
    expect(within(form).getByLabelText('مقدار')).toHaveAccessibleDescription(/^فقط رقم و ممیز وارد کنید/)
    expect(screen.queryByRole('dialog', { name: 'تأیید سفارش خرید' })).toBeNull()
  })

  test('whose answer is lost is repeated under the same key', async () => {
    const sent: Sent[] = []
    server.use(
      mockEndpoint(placeSellOrder, (request) => (sent.push(request) > 1 ? { baseDTO: wireOrder() } : NO_ANSWER)),
    )
    const form = await openForm('فروش')
    await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8000000')
    fireEvent.change(within(form).getByRole('slider'), { target: { value: '100' } })
    expect(within(form).getByLabelText('مقدار')).toHaveValue('۲٫۵')
    await userEvent.click(within(form).getByRole('button', { name: 'فروش طلای ۱۸ عیار' }))
    const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش فروش' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'ثبت سفارش فروش' }))
    expect(await within(sheet).findByText('نتیجه هنوز مشخص نیست')).toBeVisible()
    await userEvent.click(within(sheet).getByRole('button', { name: 'تلاش دوباره' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
    expect(sent[1]?.body).toMatchObject({ orderType: 'LIMITED_SELL', amount: '2.5' })
  })

  test('far from the market is placed once its warning is answered with yes', async () => {
    const sent: Sent[] = []
    server.use(
      mockEndpoint(placeBuyOrder, (request) =>
        sent.push(request) && request.query.force
          ? { baseDTO: wireOrder() }
          : refuseWith('NOT_ACCEPTABLE_FORCE_ORDER_WARNING_IN_CREATE_ORDER', { marketPrice: '990000' }),
      ),
    )
    const form = await openForm('خرید')
    await userEvent.type(within(form).getByLabelText('قیمت واحد'), '9900000')
    await userEvent.type(within(form).getByLabelText('مقدار'), '1')
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش خرید' })
    await userEvent.dblClick(within(sheet).getByRole('button', { name: 'ثبت سفارش خرید' }))
    expect((await within(sheet).findByText(/مطمئنید؟/)).textContent?.replace(/[\u2066-\u2069]/g, '')).toBe(
      'قیمت شما (۹٬۹۰۰٬۰۰۰ تومان) ۱۰ برابر قیمت بازار (۹۹۰٬۰۰۰ تومان) است؛ مطمئنید؟',
    )
    const yes = within(sheet).getByRole('button', { name: 'ثبت با همین قیمت' })
    // The button is disabled until the user has had time to read.
    expect(yes).toBeDisabled()
    await waitFor(() => expect(yes).toBeEnabled())
    await userEvent.dblClick(yes)
    expect(await screen.findByText('سفارش ثبت شد')).toBeVisible()
    expect(sent.map(({ query }) => query.force)).toEqual([undefined, 'true'])
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  })

  test('at the market shows the estimate of the server once typing has paused, and a press before it counts when it is there', async () => {
    const asked: Sent[] = []
    server.use(
      mockEndpoint(getMarketOrderQuote, (request) => {
        asked.push(request)
        return { baseDTO: { wholePrice: '8000150', fillable: '1' } }
      }),
    )
    const form = await openForm('خرید')
    await userEvent.click(within(form).getByRole('radio', { name: 'سفارش بازار' }))
    await userEvent.type(within(form).getByLabelText('مقدار'), '1.25')
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    expect(screen.queryByRole('dialog', { name: 'تأیید سفارش خرید' })).toBeNull()
    expect(await screen.findByRole('dialog', { name: 'تأیید سفارش خرید' })).toBeVisible()
    expect(within(form).getByLabelText('مبلغ کل تقریبی')).toHaveValue('۸٬۰۰۰٬۱۵۰')
    expect(asked.map(({ query }) => query.amount)).toEqual(['1.25'])
    expect(within(form).getByText(/فقط .*۱.* قابل انجام است/)).toBeVisible()
  })

  test('at the market for a total beyond the shown levels is for what the server buys with it', async () => {
    const sellOrderBook = Array.from({ length: 11 }, (_, at) => ({
      unitPrice: `${8_000_100 + 100 * at}`,
      volume: '0.1',
      wholePrice: '800000',
      executedPercent: 100,
    }))
    const asked: Sent[] = []
    server.use(
      mockEndpoint(getOrderBook, {
        baseDTO: { sequence: '1', at: '2026-11-20T08:00:00Z', sellOrderBook, buyOrderBook: [] },
      }),
      mockEndpoint(getAmountViaPrice, (request) => {
        asked.push(request)
        return { baseDTO: { amount: '1.2', wholePrice: '9999900' } }
      }),
      mockEndpoint(getMarketOrderQuote, (request) => {
        asked.push(request)
        return { baseDTO: { wholePrice: '9999900', fillable: '1.2' } }
      }),
    )
    const form = await openForm('خرید')
    await userEvent.click(within(form).getByRole('radio', { name: 'سفارش بازار' }))
    await userEvent.type(within(form).getByLabelText('مبلغ کل تقریبی'), '10000000')
    await userEvent.click(within(form).getByRole('button', { name: 'خرید طلای ۱۸ عیار' }))
    const sheet = await screen.findByRole('dialog', { name: 'تأیید سفارش خرید' }, { timeout: 4_000 })
    expect(within(sheet).getByText('مقدار').nextSibling).toHaveTextContent('۱٫۲')
    expect(asked.map(({ query }) => query.amount)).toEqual(['10000000', '1.2'])
    // 9,999,900 for 1.2 grams; the average of the shown levels alone is 8,000,600.
    expect((await within(form).findByText('میانگین قیمت')).nextSibling).toHaveTextContent('۸٬۳۳۳٬۲۰۰')
    expect(within(sheet).getByText(/۴٫۱۷.* با بهترین قیمت فاصله دارد/)).toBeVisible()
  })
})

test('the last price is put in as the market takes it, and steps go by its tick', async () => {
  const form = await openForm('خرید')
  await userEvent.click(within(form).getByRole('button', { name: 'آخرین' }))
  expect(within(form).getByLabelText('قیمت واحد')).toHaveValue('۸٬۰۰۰٬۰۰۰')
  await userEvent.click(within(form).getByRole('button', { name: 'افزایش قیمت' }))
  expect(within(form).getByLabelText('قیمت واحد')).toHaveValue('۸٬۰۰۰٬۱۰۰')
})

test('pressing a seller fills the form that buys from it', async () => {
  server.use(mockEndpoint(getMarketBalances, { baseDTO: { TOMAN: '20000000', GOLD: '2.5' } }))
  await draw()
  await userEvent.click(await screen.findByRole('tab', { name: 'دفتر سفارش' }))
  const sellers = await screen.findByRole('list', { name: 'فروشندگان' })
  const [worst, best] = within(sellers).getAllByRole('button')
  expect(worst).toHaveTextContent('۸٬۰۰۰٬۲۰۰')
  if (best) await userEvent.click(best)
  const form = await screen.findByRole('form', { name: 'ثبت سفارش' })
  expect(within(form).getByRole('radio', { name: 'خرید' })).toBeChecked()
  expect(within(form).getByLabelText('قیمت واحد')).toHaveValue('۸٬۰۰۰٬۱۰۰')
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۱٫۵')
})

test('pressing more than the money pays for, or the balance holds, fills in what can be ordered', async () => {
  server.use(mockEndpoint(getMarketBalances, { baseDTO: { TOMAN: '8000000', GOLD: '0.5' } }))
  await draw()
  await userEvent.click(await screen.findByRole('tab', { name: 'دفتر سفارش' }))
  const press = async (list: string) => {
    const [level] = within(await screen.findByRole('list', { name: list })).getAllByRole('button')
    if (level) await userEvent.click(level)
  }
  const form = await screen.findByRole('form', { name: 'ثبت سفارش' })
  await within(form).findByText(/۸٬۰۰۰٬۰۰۰/)
  await press('فروشندگان')
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۰٫۹۹۹')
  expect(within(form).getByLabelText('مقدار')).toHaveAccessibleDescription('')
  await press('خریداران')
  expect(within(form).getByLabelText('مقدار')).toHaveValue('۰٫۵')
})

test('a market maker places limit orders only, and sees no balance', async () => {
  server.use(mockEndpoint(getAccount, { baseDTO: person({ authorized: true, supervisor: true }) }))
  const form = await openForm('خرید')
  expect(within(form).getByRole('radio', { name: 'سفارش محدود' })).toBeVisible()
  expect(within(form).queryByRole('radio', { name: 'سفارش بازار' })).toBeNull()
  expect(within(form).queryByText('در دسترس')).toBeNull()
})

test.each([
  ['چنین بازاری وجود ندارد', refuseWith('MARKET_NOT_FOUND')],
  ['این بازار فعال نیست', { baseDTO: { ...rules, active: false } }],
])('"%s" is said in place of the market', async (title, answer) => {
  server.use(mockEndpoint(getMarket, answer))
  await draw()
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'خرید' })).toBeNull()
})

test('a market that rests says why and until when, and its orders can be cancelled', async () => {
  const state = {
    kind: 'CLOSED' as const,
    reason: { fa: 'بازار طلا بسته است.', en: 'Gold is closed.' },
    opensAt: '2026-11-21T05:45:00Z',
  }
  server.use(mockEndpoint(getMarket, { baseDTO: { ...rules, active: false, state } }))
  await draw()
  expect(await screen.findByText(/بازار طلا بسته است/)).toHaveTextContent('بازگشایی: ۳۰ آبان ۱۴۰۵، ۰۹:۱۵')
  expect(screen.getByRole('heading', { level: 1, name: /^معاملهٔ طلای ۱۸ عیار/ })).toBeInTheDocument()
  expect(screen.getByText('بسته؛ بازگشایی ۳۰ آبان ۱۴۰۵، ۰۹:۱۵')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^لغو خرید محدود/ })).toBeEnabled()
})

describe('an open order', () => {
  const askToCancel = async () => {
    await draw()
    await userEvent.click(await screen.findByRole('button', { name: /^لغو خرید محدود/ }))
    return screen.findByRole('dialog', { name: 'لغو سفارش' })
  }

  test('is cancelled after a yes, and leaves the list', async () => {
    const cancelled: unknown[] = []
    server.use(
      mockEndpoint(cancelOrder, ({ params }) => {
        cancelled.push(params.id)
        world.open = []
        return { baseDTO: wireOrder({ orderStatus: 'CANCELLED_BY_USER' }) }
      }),
    )
    const sheet = await askToCancel()
    expect(cancelled).toEqual([])
    await userEvent.click(within(sheet).getByRole('button', { name: 'لغو سفارش' }))
    expect(await screen.findByText('سفارش لغو شد')).toBeVisible()
    expect(await screen.findByText('سفارش باز ندارید')).toBeVisible()
    expect(cancelled).toEqual(['41'])
  })

  test('whose cancellation was not answered is cancelled by trying again', async () => {
    let asked = 0
    const gone = wireOrder({ orderStatus: 'CANCELLED_BY_USER' })
    server.use(
      mockEndpoint(cancelOrder, () => {
        asked += 1
        return asked === 1 ? NO_ANSWER : refuseWith('ORDER_NOT_OPEN', gone)
      }),
    )
    const sheet = await askToCancel()
    const yes = within(sheet).getByRole('button', { name: 'لغو سفارش' })
    await userEvent.click(yes)
    expect(await within(sheet).findByText(/پاسخی دریافت نکردیم/)).toBeVisible()
    await userEvent.click(yes)
    expect(await screen.findByText('سفارش لغو شد')).toBeVisible()
    expect(screen.queryByText('این سفارش دیگر باز نیست.')).toBeNull()
    expect(asked).toBe(2)
  })

  test('that was filled meanwhile is said so', async () => {
    const filled = wireOrder({ orderStatus: 'FINISHED_WITH_TRANSACTION' })
    server.use(mockEndpoint(cancelOrder, refuseWith('ORDER_NOT_OPEN', filled)))
    const sheet = await askToCancel()
    await userEvent.click(within(sheet).getByRole('button', { name: 'لغو سفارش' }))
    expect(await screen.findByText('این سفارش دیگر باز نیست.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
