import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RecurringBuy } from '#client/features/recurring/recurring.queries.ts'
import { RecurringPage } from '#client/features/recurring/recurring-page.tsx'
import { words as fa } from '#client/locales/fa/recurring.ts'
import { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import {
  changeRecurringBuy,
  createRecurringBuy,
  getRecurringBuyRuns,
  getRecurringBuys,
  removeRecurringBuy,
} from '#contract/recurring-buys.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, NO_ANSWER, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS, wirePrices } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const plan = (differences: Partial<RecurringBuy> = {}): RecurringBuy => ({
  id: '7',
  marketType: 'GOLD_TOMAN',
  total: '4000000',
  ceiling: null,
  rhythm: { kind: 'WEEKLY', weekday: 'SATURDAY', minute: 600 },
  state: 'ACTIVE',
  reason: null,
  nextDateTime: '2026-11-28T06:30:00.000Z',
  waitsUntilDateTime: null,
  createdAtDateTime: '2026-11-20T08:00:00.000Z',
  ...differences,
})

let plans: RecurringBuy[] = []
const asked: Sent[] = []
beforeEach(() => {
  plans = []
  asked.length = 0
  const saved = (sent: Sent) => {
    asked.push(sent)
    return { baseDTO: plan() }
  }
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getTomanPrices, wirePrices(8_000_000n)),
    mockEndpoint(getRecurringBuys, () => ({ content: plans })),
    mockEndpoint(createRecurringBuy, saved),
    mockEndpoint(changeRecurringBuy, saved),
  )
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: new RegExp(label.replace(/[()]/g, '.')) }), text)

describe('a new recurring buy', () => {
  const open = async () => {
    await drawClient(<RecurringPage />)
    await press(fa.add)
    // The estimate needs the price and the coins.
    await type(fa.form.total, '۴۰۰۰۰۰۰')
    await screen.findByText(/الان حدود/)
  }

  test('is sent only after all that it will do was shown, and then once', async () => {
    await open()
    await userEvent.click(screen.getByRole('radio', { name: fa.form.rhythm.MONTHLY }))
    await userEvent.selectOptions(screen.getByLabelText(fa.form.day.JALALI), '31')
    await type(fa.form.ceiling, '9000000')
    await press(fa.form.next)
    const dialog = within(await screen.findByRole('dialog'))
    for (const words of ['آخرین روز هر ماه شمسی، ساعت ۱۰:۰۰', fa.facts.momentary, /موجودی کافی نباشد/])
      expect(dialog.getByText(words)).toBeVisible()
    expect(dialog.getByText(/۹٬۰۰۰٬۰۰۰/)).toBeVisible()
    expect(asked).toEqual([])
    await press(fa.form.save.new)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.body).toEqual({
      marketType: 'GOLD_TOMAN',
      total: '4000000',
      ceiling: '9000000',
      rhythm: { kind: 'MONTHLY', day: 31, calendar: 'JALALI', minute: 600 },
    })
    expect(await screen.findByText(fa.form.saved.new)).toBeVisible()
  })

  test('says what is missing, what is below the minimum, and that the price is above the ceiling', async () => {
    await drawClient(<RecurringPage />)
    await press(fa.add)
    await press(fa.form.next)
    expect(await screen.findByText(fa.form.missing)).toBeVisible()
    await type(fa.form.total, '1')
    expect(await screen.findByText(/^حداقل/)).toBeVisible()
    await press(fa.form.next)
    expect(screen.queryByText(fa.facts.momentary)).toBeNull()
    await type(fa.form.ceiling, '7000000')
    expect(await screen.findByText(fa.form.ceilingLow)).toBeVisible()
  })

  test('says once more before it is started that the price is above the ceiling', async () => {
    await open()
    await type(fa.form.ceiling, '7000000')
    await press(fa.form.next)
    expect(await screen.findByText(fa.facts.momentary)).toBeVisible()
    expect(screen.getByText(fa.form.ceilingLow)).toBeVisible()
  })

  test('whose answer was lost is sent again under the same key', async () => {
    const keys: (string | null)[] = []
    server.use(
      mockEndpoint(createRecurringBuy, ({ idempotencyKey }) => {
        keys.push(idempotencyKey)
        return keys.length === 1 ? NO_ANSWER : { baseDTO: plan() }
      }),
    )
    await open()
    await press(fa.form.next)
    await press(fa.form.save.new)
    await press(fa.form.next)
    await press(fa.form.save.new)
    expect(await screen.findByText(fa.form.saved.new)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  test('that is refused says so at its field', async () => {
    const details = { min: '5000000', coin: 'TOMAN' }
    server.use(mockEndpoint(createRecurringBuy, refuseWith('RECURRING_BUY_TOTAL_LOW', details, 'total')))
    await open()
    await press(fa.form.next)
    await press(fa.form.save.new)
    await screen.findByText(/۵٬۰۰۰٬۰۰۰/)
    expect(screen.getByRole('textbox', { name: new RegExp(fa.form.total) })).toBeInvalid()
  })
})

describe('the list of recurring buys', () => {
  test.each([
    [{}, 'خرید بعدی: شنبه ۷ آذر ۱۴۰۵، ۱۰:۰۰'],
    [{ reason: 'PRICE_STALE' as const }, 'در انتظار انجام: قیمت لحظه‌ای در دسترس نبود'],
    [
      { reason: 'MARKET_CLOSED' as const, waitsUntilDateTime: '2026-11-29T05:45:00.000Z' },
      'در انتظار بازگشایی بازار: یکشنبه ۸ آذر ۱۴۰۵، ۰۹:۱۵',
    ],
    [{ state: 'PAUSED' as const, nextDateTime: null }, fa.state.PAUSED],
    [
      { state: 'STOPPED' as const, reason: 'NOT_ENOUGH_BALANCE' as const, nextDateTime: null },
      'متوقف شد: موجودی کافی نبود',
    ],
  ])('says what comes next: %o', async (differences, sentence) => {
    plans = [plan(differences)]
    await drawClient(<RecurringPage />)
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('a plan is changed with its own calendar, and stays paused', async () => {
    const rhythm = { kind: 'MONTHLY', day: 5, calendar: 'GREGORIAN', minute: 617 } as const
    plans = [plan({ state: 'PAUSED', rhythm, ceiling: '9000000', nextDateTime: null })]
    await drawClient(<RecurringPage />)
    await press(fa.change)
    expect(await screen.findByLabelText(fa.form.day.GREGORIAN)).toHaveValue('5')
    await press(fa.form.next)
    await press(fa.form.save.change)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      params: { id: '7' },
      body: { total: '4000000', ceiling: '9000000', rhythm, paused: true },
    })
  })

  test('a plan is paused and removed after a question', async () => {
    plans = [plan()]
    const removed: unknown[] = []
    server.use(
      mockEndpoint(removeRecurringBuy, ({ params }) => {
        removed.push(params.id)
        return {}
      }),
    )
    await drawClient(<RecurringPage />)
    await press(fa.pause.action)
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: fa.pause.action }))
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ paused: true }))
    await press(fa.remove.action)
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: fa.remove.action }))
    await waitFor(() => expect(removed).toEqual(['7']))
  })

  test('its purchases are told in words', async () => {
    plans = [plan()]
    const none = { orderId: null, unitPrice: null, total: null, received: null }
    const at = { dueDateTime: '2026-11-28T06:30:00.000Z', atDateTime: '2026-11-28T06:30:05.000Z' }
    const bought = { orderId: '1', unitPrice: '8000000', total: '4000000', received: '0.4985' }
    server.use(
      mockEndpoint(getRecurringBuyRuns, {
        content: [
          { id: '2', ...at, ...none, outcome: 'SKIPPED', reason: 'PRICE_ABOVE_CEILING' },
          { id: '1', ...at, ...bought, outcome: 'BOUGHT', reason: null },
        ],
      }),
    )
    await drawClient(<RecurringPage />)
    await press(fa.runs.action)
    expect(await screen.findByText('انجام نشد: قیمت از سقف شما بیشتر بود')).toBeVisible()
    expect(await screen.findByText(/۰٫۴۹۸۵/)).toBeVisible()
  })
})
