import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Figures } from '#client/features/operations/overview.queries.ts'
import { HeldSections } from '#client/features/operations/overview-holdings.tsx'
import { words as en } from '#client/locales/en/desk.ts'
import { words as fa } from '#client/locales/fa/desk.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

const held = (coin: string, exposure: string, exposureInToman: string | null) => ({
  coin,
  amount: '10',
  amountInToman: '1000000',
  exposure,
  exposureInToman,
})
const HELD = [
  held('TOMAN', '950000.25', '950000.25'),
  held('GOLD', '-12.5', '-125000000.75'),
  held('BITCOIN', '0.00000001', '0.4'),
  held('TETHER', '5', null),
]
const FIGURES: Figures = { days: [], together: HELD, inventory: HELD.slice(0, 1), maker: [] }

const chartOf = (title: string) =>
  screen.findByRole('img', { name: en.overview.inventory.chart.replace('{{name}}', title) })

test('the exposure of the house is one bar a coin, the largest first, with whole Toman and its sign beside it', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawClient(<HeldSections figures={FIGURES} />, { language: 'en' })
  const chart = await chartOf(en.overview.together.title)
  const shown = () => chart.textContent?.replaceAll('\u00A0', ' ').replaceAll(/[\u200E\u200F]/g, '')
  await waitFor(() => expect(shown()).toMatch(/-125.0 M Toman.*\+950,000 Toman/))
  // What is below zero is hatched, so that it reads without its colour.
  expect(chart.querySelectorAll('pattern')).toHaveLength(1)
  // Less than a Toman, and what has no price, stand in the table alone.
  expect(within(chart).queryByText('BITCOIN')).toBeNull()
  const table = screen.getByRole('table', { name: en.overview.together.title, hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(1 + HELD.length)
  expect(within(table).getByText('-125,000,000')).toBeInTheDocument()
})

test('digits and names are those of the language', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawClient(<HeldSections figures={FIGURES} />)
  const chart = await screen.findByRole('img', {
    name: fa.overview.inventory.chart.replace('{{name}}', fa.overview.inventory.title),
  })
  await within(chart)
    .findByText('تومان', { selector: '[class*=muted], span' })
    .catch(() => undefined)
  expect(chart.textContent).toContain('۹۵۰٬۰۰۰')
  expect(screen.getByText(fa.overview.inventory.empty)).toBeInTheDocument()
})
