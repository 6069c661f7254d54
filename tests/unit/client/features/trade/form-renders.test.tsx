import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TradePage } from '#client/features/trade/trade-page.tsx'
import { getMarketInfo, getOrderBook } from '#contract/markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { GOLD_PATH, GOLD_ROW, tradeScreen } from '#tests/builders/trade-screen.tsx'

// The line of the terms is drawn with each render of the form, and with nothing else.
const drawn = vi.hoisted(() => ({ forms: 0 }))
vi.mock('#client/features/trade/order-terms.tsx', () => ({ OrderTerms: () => <output>{++drawn.forms}</output> }))

const { server } = tradeScreen()
const level = (unitPrice: string, volume: string) => ({ unitPrice, volume, wholePrice: '1', executedPercent: 50 })

test('the form of a limit order renders when a warning comes or goes, not with each change of the book', async () => {
  let sequence = 0
  let best = '8000100'
  let lastPrice = 8_000_000
  server.use(
    mockEndpoint(getMarketInfo, () => {
      lastPrice += 100
      return { baseDTO: { marketTradeInfo: { ...GOLD_ROW, lastPrice: `${lastPrice}` } } }
    }),
    mockEndpoint(getOrderBook, () => {
      sequence += 1
      const baseDTO = { sequence: `${sequence}`, at: new Date(sequence * 1_000).toISOString() }
      return {
        baseDTO: { ...baseDTO, sellOrderBook: [level(best, `${sequence}`)], buyOrderBook: [level('7999900', '2')] },
      }
    }),
  )
  const { client } = await drawClient(<TradePage path={GOLD_PATH} />)
  const change = async () => {
    await client.refetchQueries({ queryKey: [getOrderBook.path] })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const form = await screen.findByRole('form', { name: 'ثبت سفارش' })
  await screen.findByRole('list', { name: 'فروشندگان' })
  await waitFor(() => expect(within(form).getByLabelText('قیمت واحد')).not.toHaveValue(''))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  // A part that loads later, or a timer of a busy machine, may draw the form once; a form that follows the book is drawn by each change.
  const leavesAlone = (changes: () => Promise<unknown>) =>
    waitFor(
      async () => {
        const before = drawn.forms
        await changes()
        expect(drawn.forms).toBe(before)
      },
      { timeout: 4_000 },
    )
  await leavesAlone(async () => {
    await change()
    await client.refetchQueries({ queryKey: [getMarketInfo.path] })
    await change()
  })
  await userEvent.type(within(form).getByLabelText('قیمت واحد'), '8200000')
  await leavesAlone(async () => {
    await change()
    await change()
  })
  const before = drawn.forms
  expect(before).toBeGreaterThan(0)
  best = '7500000'
  await change()
  expect(await within(form).findByText(/بالاتر از بهترین فروشنده است/)).toBeVisible()
  expect(drawn.forms).toBe(before + 1)
})
