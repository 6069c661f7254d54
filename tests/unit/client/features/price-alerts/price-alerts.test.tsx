import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { PriceAlertButton } from '#client/entities/price-alert/price-alert-button.tsx'
import { PriceAlertList } from '#client/entities/price-alert/price-alert-list.tsx'
import type { PriceAlert } from '#client/entities/price-alert/price-alerts.queries.ts'
import { words as en } from '#client/locales/en/price-alerts.ts'
import { words as fa } from '#client/locales/fa/price-alerts.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { createPriceAlert, getPriceAlerts, removePriceAlert } from '#contract/price-alerts.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const PRESENT = {
  market: { symbol: 'GOLD_TOMAN', base: 'GOLD', quote: 'TOMAN' },
  price: '8000000',
  priceKey: ['prices'],
}
const alert = (id: number): PriceAlert => ({
  id: String(id),
  marketType: 'GOLD_TOMAN',
  kind: 'ABOVE',
  percent: null,
  above: String(8_000_000 + id),
  below: null,
  createdAtDateTime: '2026-11-20T08:00:00.000Z',
})

describe.each(['fa', 'en'] as const)('price alerts (%s)', (language) => {
  const words = { fa, en }[language]
  let alerts: PriceAlert[] = []
  const asked: unknown[] = []
  const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(name) })
  const save = () => userEvent.click(screen.getByRole('button', { name: words.save }))
  const open = async () => {
    await drawClient(<PriceAlertButton {...PRESENT} />, { language })
    await userEvent.click(await screen.findByRole('button', { name: words.action }))
  }
  beforeEach(() => {
    alerts = []
    asked.length = 0
    server.use(
      mockEndpoint(getCoinDetails, WIRE_COINS),
      mockEndpoint(getPriceAlerts, () => ({ content: alerts })),
      mockEndpoint(createPriceAlert, ({ body }) => {
        asked.push(body)
        return { baseDTO: alert(1) }
      }),
    )
  })

  test('waits for a price above, typed in the digits of the language', async () => {
    await open()
    await userEvent.type(await field(words.price), language === 'fa' ? '۸۱۰۰۰۰۰' : '8100000')
    await save()
    expect(await screen.findByText(words.saved.title)).toBeVisible()
    expect(asked).toEqual([{ marketType: 'GOLD_TOMAN', kind: 'ABOVE', price: '8100000' }])
  })

  test('says how old the present price is, where it is old', async () => {
    const { client } = await drawClient(<PriceAlertButton {...PRESENT} />, { language })
    await userEvent.click(await screen.findByRole('button', { name: words.action }))
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(screen.queryByTestId('age')).toBeNull()
    client.setQueryData(PRESENT.priceKey, '8000000', { updatedAt: Date.now() - 3_600_000 })
    expect(await screen.findByTestId('age')).toBeVisible()
  })

  test('waits for a change by percent, and says what is missing', async () => {
    await open()
    await userEvent.click(await screen.findByRole('radio', { name: words.kind.PERCENT }))
    await save()
    expect(await screen.findByText(words.missing.percent)).toBeVisible()
    await userEvent.type(await field(words.percent), '5')
    await save()
    expect(asked).toEqual([{ marketType: 'GOLD_TOMAN', kind: 'PERCENT', percent: '5' }])
  })

  test.each([
    'PRICE_ALERT_REACHED',
    'PRICE_ALERT_EXISTS',
    'PRICE_ALERTS_TOO_MANY',
    'PRICE_ALERT_PERCENT_INVALID',
  ] as const)('a refusal of %s is said at the field', async (code) => {
    server.use(mockEndpoint(createPriceAlert, refuseWith(code)))
    await open()
    await userEvent.type(await field(words.price), '9')
    await save()
    expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
  })

  test.each([
    ['UNIT_PRICE_INVALID', { tick: '100' }, 'قیمت باید مضربی از \u2066۱۰۰\u2069 تومان باشد.'],
    ['PRICE_ALERT_TOO_LOW', { min: '100' }, 'حداقل \u2066۱۰۰\u2069 تومان است.'],
    ['PRICE_ALERT_REACHED', { over: '300' }, 'رقم باید بالاتر از قیمت الان (\u2066۳۰۰\u2069 تومان) باشد.'],
    ['PRICE_ALERT_REACHED', { under: '300' }, 'رقم باید پایین‌تر از قیمت الان (\u2066۳۰۰\u2069 تومان) باشد.'],
    ['PRICE_ALERT_TOO_HIGH', { max: '5000' }, 'حداکثر \u2066۵٬۰۰۰\u2069 تومان است.'],
  ] as const)('a refusal of %s names the bound %j', async (code, bound, sentence) => {
    server.use(mockEndpoint(createPriceAlert, refuseWith(code, { ...bound, coin: 'TOMAN' })))
    await open()
    await userEvent.type(await field(words.price), '9')
    await save()
    const english = {
      tick: 'multiple of \u2066100',
      min: '\u2066100',
      max: '\u20665,000',
      over: 'above the current one (\u2066300',
      under: 'below the current one (\u2066300',
    }
    const [name] = Object.keys(bound) as [keyof typeof english]
    const expected = language === 'fa' ? sentence : english[name]
    expect(await field(words.price)).toHaveAccessibleDescription(expect.stringContaining(expected))
  })

  test('the sheet of a market lists its own', async () => {
    alerts = [alert(1), { ...alert(2), marketType: 'BITCOIN_TOMAN' }]
    await open()
    const list = await screen.findByRole('list', { name: words.list })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  })

  test('eleven are listed, and one that is removed is gone', async () => {
    alerts = Array.from({ length: 11 }, (_, index) => alert(11 - index))
    server.use(
      mockEndpoint(removePriceAlert, ({ params }) => {
        alerts = alerts.filter(({ id }) => id !== params.id)
        return {}
      }),
    )
    await drawClient(<PriceAlertList />, { language })
    const list = await screen.findByRole('list', { name: words.list })
    expect(within(list).getAllByRole('listitem')).toHaveLength(11)
    const [first] = within(list).getAllByRole('button')
    if (first) await userEvent.click(first)
    await expect.poll(() => within(list).getAllByRole('listitem').length).toBe(10)
  })

  test('one that was told meanwhile is said to be gone, and leaves the list', async () => {
    alerts = [alert(1), alert(2)]
    server.use(
      mockEndpoint(removePriceAlert, () => {
        alerts = [alert(2)]
        return refuseWith('PRICE_ALERT_NOT_FOUND')
      }),
    )
    await drawClient(<PriceAlertList />, { language })
    const list = await screen.findByRole('list', { name: words.list })
    const [first] = within(list).getAllByRole('button')
    if (first) await userEvent.click(first)
    expect(await screen.findByText(REFUSALS.PRICE_ALERT_NOT_FOUND[language])).toBeVisible()
    await expect.poll(() => within(list).getAllByRole('listitem').length).toBe(1)
  })
})
