import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showLargeTotal } from '#client/features/operations/large-total.tsx'
import type { Figures } from '#client/features/operations/overview.queries.ts'
import { BackingSection, HeldSections } from '#client/features/operations/overview-holdings.tsx'
import { AccessNotice } from '#client/features/operations/overview-page.tsx'
import { words as en } from '#client/locales/en/desk.ts'
import { words as safety } from '#client/locales/en/safety.ts'
import { words as fa } from '#client/locales/fa/desk.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const { backing } = en.overview

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
const FIGURES: Figures = { days: [], together: HELD, inventory: HELD.slice(0, 1), maker: [], backing: [] }

const chartOf = (title: string) =>
  screen.findByRole('img', { name: en.overview.inventory.chart.replace('{{name}}', title) })

test('the exposure of the house is one bar a coin, the largest first, with whole Toman and its sign beside it', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawClient(<HeldSections figures={FIGURES} />, { language: 'en' })
  const chart = await chartOf(en.overview.together.title)
  const shown = () => chart.textContent?.replaceAll('\u00A0', ' ').replaceAll(/[\u200E\u200F]/g, '')
  await waitFor(() => expect(shown()).toMatch(/-125 million Toman.*\+950,000 Toman/))
  // Bars below zero are hatched, so that they differ without colour.
  expect(chart.querySelectorAll('pattern')).toHaveLength(1)
  // Amounts below a Toman, and coins without a price, are in the table alone.
  expect(within(chart).queryByText('BITCOIN')).toBeNull()
  const table = screen.getByRole('table', { name: en.overview.together.title, hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(1 + HELD.length)
  expect(within(table).getByText('-125,000,000')).toBeInTheDocument()
})

test.each([
  ['2550731000000', '2.55 trillion', '۲٫۵۵ هزار میلیارد'],
  ['5038838185', '5.04 billion', '۵٫۰۴ میلیارد'],
  ['-1200000', '-1.2 million', '\u200e−۱٫۲ میلیون'],
  ['950000.25', '950,000', '۹۵۰٬۰۰۰'],
])('a great sum is said as people say it: %s', (value, english, persian) => {
  expect(showLargeTotal(value, 'en').replace('\u00A0', ' ')).toBe(english)
  expect(showLargeTotal(value, 'fa').replace('\u00A0', ' ')).toBe(persian)
})

test('every operator reads who was stopped, and what to do when one admin is alone', async () => {
  const stopped = [{ name: 'Reza Amini', by: 'Sara Karimi', at: '2026-11-23T08:00:00.000Z' }]
  await drawClient(
    <>
      <AccessNotice access={{ stopped, admins: 2 }} />
      <AccessNotice access={{ stopped: [], admins: 1 }} />
      <AccessNotice access={{ stopped: [], admins: 2 }} />
    </>,
    { language: 'en' },
  )
  expect(screen.getByText(safety.operators.recent)).toBeVisible()
  expect(screen.getByText(/^Sara Karimi stopped Reza Amini/)).toBeVisible()
  expect(screen.getByText(safety.operators.alone.title)).toBeVisible()
  expect(screen.getByText(safety.operators.alone.text)).toBeVisible()
})

test('what the exchange owes stands against what it holds, and a coin that is short is named', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  const row = {
    ...{ coin: 'TOMAN', owed: '3000000000', gateway: '3500000000', custody: '0', capital: '1000000000' },
    ...{ surplus: '1500000000', owedInToman: '3000000000', heldInToman: '4500000000' },
  }
  const gold = { ...row, coin: 'GOLD', surplus: '-2.5', owedInToman: '500000000', heldInToman: null }
  await drawClient(<BackingSection rows={[row, gold]} />, { language: 'en' })
  const factOf = async (label: string) => (await screen.findAllByText(label))[0]?.parentElement
  expect(await factOf(backing.owed)).toHaveTextContent('3.5 billion')
  expect(await factOf(backing.held)).toHaveTextContent('4.5 billion')
  expect(await factOf(backing.short)).toHaveTextContent(/gold/i)
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
