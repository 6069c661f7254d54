import { screen } from '@testing-library/react'
import { Profiler } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { getLastTrades, getOrderBook } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, tradeScreen } from '#tests/builders/trade-screen.tsx'

// The figures that are drawn are counted, and draws of the form, too.
const drawn = vi.hoisted(() => ({ figures: [] as (string | undefined)[], forms: 0 }))
vi.mock('#client/features/trade/order-fields.tsx', () => ({ OrderFields: () => <output>{++drawn.forms}</output> }))
vi.mock('#client/ui/decimal-text.tsx', () => ({
  DecimalText: ({ value }: { value: string | undefined }) => {
    drawn.figures.push(value)
    return <span>{value}</span>
  },
}))

const { server } = tradeScreen()
let answers = 0
let volume = '3'
const level = (unitPrice: string, each: string, wholePrice: string) => ({
  ...{ unitPrice, volume: each, wholePrice, executedPercent: 50 },
})

beforeEach(() => {
  window.matchMedia = () => Object.assign(new EventTarget(), { ...WIDE, matches: true })
  answers = 0
  volume = '3'
  server.use(
    mockEndpoint(getLastTrades, { content: [] }),
    mockEndpoint(getOrderBook, () => {
      answers += 1
      return {
        baseDTO: {
          sequence: String(answers),
          at: new Date(1_790_000_000_000 + answers).toISOString(),
          sellOrderBook: [level('8000100', '1.5', '12'), level('8000200', volume, '24')],
          buyOrderBook: [level('7999900', '2', '16')],
        },
      }
    }),
  )
})

const WIDE = { media: '', onchange: null, addListener: () => undefined, removeListener: () => undefined }

test('a book that has not changed draws nothing, and a level that has is drawn alone', async () => {
  const commit = vi.fn()
  const { client } = await drawClient(
    <Profiler id="page" onRender={commit}>
      <TradePage path={GOLD_PATH} />
    </Profiler>,
    { language: 'en' },
  )
  await screen.findByTitle(/8,000,200/)
  await screen.findByRole('form')
  const answer = async () => {
    const before = answers
    await client.refetchQueries({ queryKey: [getOrderBook.path] })
    expect(answers).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await answer()
  // Parts of the page that load late are drawn when they arrive: the measurement begins after half a second without a draw.
  await vi.waitFor(async () => {
    commit.mockClear()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(client.isFetching()).toBe(0)
    expect(commit).not.toHaveBeenCalled()
  }, 10_000)
  drawn.figures.length = 0
  commit.mockClear()
  await answer()
  expect(drawn.figures).toEqual([])
  expect(commit).not.toHaveBeenCalled()
  const { forms } = drawn
  expect(forms).toBeGreaterThan(0)
  volume = '4'
  await answer()
  expect(drawn.figures).toEqual(['4'])
  expect(drawn.forms).toBe(forms)
})
