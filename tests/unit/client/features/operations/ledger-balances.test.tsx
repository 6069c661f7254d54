import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ExportSheet } from '#client/features/operations/export-sheet.tsx'
import { LedgerBalances } from '#client/features/operations/reports-page.tsx'
import { words as en } from '#client/locales/en/desk.ts'
import { words as ofOperations } from '#client/locales/en/operations.ts'
import { words as fa } from '#client/locales/fa/desk.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getLedgerBalances } from '#contract/operations-reports.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const NOTHING = { opening: '0', change: '0', closing: '0' }

const server = clientServer()

test.each([
  ['fa', fa, ['۱٬۰۰۰', '−۲۵۰', '۷۵۰'], '۲۰'],
  ['en', en, ['1,000', '-250', '750'], '20'],
] as const)(
  '(%s) each account of a coin opens, changes and closes, with what is on hold below',
  async (language, words, figures, held) => {
    const available = { opening: '1000', change: '-250', closing: '750' }
    server.use(
      mockEndpoint(getCoinDetails, WIRE_COINS),
      mockEndpoint(getLedgerBalances, {
        content: [
          { coin: 'TOMAN', account: 'A', available, blocked: { ...NOTHING, change: '20', closing: '20' } },
          { coin: 'GOLD', account: 'B', available, blocked: NOTHING },
        ],
      }),
    )
    await drawClient(<LedgerBalances />, { language })
    const table = within(await screen.findByRole('table', { name: words.reports.balances.title }))
    const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
    for (const [place, figure] of figures.entries()) expect(cells[place + 1]).toContain(figure)
    expect(cells[1]).not.toContain(words.reports.balances.blocked)
    expect(cells[3]).toContain(`${words.reports.balances.blocked}: ${held}`)
    expect(table.queryByText('B')).toBeNull()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: words.reports.balances.coin }), 'GOLD')
    expect(table.getByText('B')).toBeVisible()
  },
)

test('an export whose last day is before its first is not asked for', async () => {
  let made = 0
  const make = async () => {
    made += 1
  }
  const days = { from: '2026-11-20', to: '2026-11-01' }
  await drawClient(<ExportSheet title="Trades" name="trades" {...{ days, make }} onClose={() => undefined} />, {
    language: 'en',
  })
  await userEvent.type(await screen.findByLabelText(ofOperations.act.reason), 'For the auditor')
  await userEvent.click(screen.getByRole('button', { name: en.reports.action }))
  expect(await screen.findByText(en.reports.wrong)).toBeVisible()
  expect(made).toBe(0)
})

test('days that make no span say so', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getLedgerBalances, refuseWith('REPORT_SPAN_INVALID')),
  )
  await drawClient(<LedgerBalances />, { language: 'en' })
  expect(await screen.findByText(REFUSALS.REPORT_SPAN_INVALID.en)).toBeVisible()
})
