import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HistoryPage } from '#client/features/history/history-page.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { cancelWithdrawal, getWithdrawals, getWithdrawalTerms } from '#contract/withdrawals.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { WIRE_TERMS, wireWithdrawal } from '#tests/builders/wire-withdrawal.ts'

const server = clientServer()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
})
afterEach(() => vi.unstubAllGlobals())

test('a withdrawal that is not on its way is cancelled after a question, and one that is has no button', async () => {
  const rows = [wireWithdrawal({ id: '2', state: 'SIGNED', cancellable: false }), wireWithdrawal({ id: '1' })]
  const cancelled: unknown[] = []
  server.use(
    mockEndpoint(getWithdrawalTerms, { baseDTO: WIRE_TERMS }),
    mockEndpoint(getWithdrawals, () => ({ content: rows, totalPages: 1 })),
    mockEndpoint(cancelWithdrawal, ({ params }) => {
      cancelled.push(params.id)
      return { baseDTO: wireWithdrawal({ id: '1', state: 'CANCELLED', cancellable: false }) }
    }),
  )
  await drawClient(<HistoryPage tab="withdrawals" onTab={() => undefined} />)
  expect(await screen.findByText('تحویل بانک')).toBeVisible()
  expect(await screen.findByText('با دستهٔ ۸ آذر ۱۴۰۵، ۱۱:۰۰ به بانک می‌رود.')).toBeVisible()
  const [button, ...others] = screen.getAllByRole('button', { name: 'لغو برداشت' })
  expect(others).toEqual([])
  if (button) await userEvent.click(button)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'لغو برداشت' }))
  expect(await screen.findByText('برداشت لغو شد و مبلغ به موجودی برگشت.')).toBeVisible()
  expect(cancelled).toEqual(['1'])
})
