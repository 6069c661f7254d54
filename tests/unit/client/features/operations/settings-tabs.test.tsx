import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { SettingTab } from '#client/features/operations/setting-tabs.ts'
import { SettingsPage } from '#client/features/operations/settings-page.tsx'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as proposalsEn } from '#client/locales/en/proposals.ts'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as operations } from '#client/locales/fa/operations.ts'
import { words as proposalsFa } from '#client/locales/fa/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getSettings, setHoliday } from '#contract/operations-settings.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const { market: en } = proposalsEn
const { market: fa } = proposalsFa

const market = (base: string) => ({
  marketType: `${base}_TOMAN`,
  base,
  quote: 'TOMAN',
  hours: 'working' as const,
  effectiveHours: base === 'GOLD' ? ('always' as const) : ('working' as const),
  tick: '10',
  minAmount: '1',
  maxAmount: '1000',
  minTotal: '50000',
  openOrdersMax: '200',
  protectionBand: '5',
  forceWarning: '5',
})
const SETTINGS = {
  markets: [market('GOLD'), market('BITCOIN')],
  coins: [
    { symbol: 'TOMAN', priceSource: null },
    { symbol: 'BITCOIN', priceSource: 'bitcoin' },
  ],
  levels: [],
  holidays: [
    { day: '2026-06-04', name: 'KHOMEINI' },
    { day: '2027-06-04', name: 'Day of the company' },
  ],
  strategies: [],
}
const answers = () => [
  mockEndpoint(getCoinDetails, WIRE_COINS),
  mockEndpoint(getSettings, { baseDTO: SETTINGS }),
  mockEndpoint(getOperator, {
    baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
  }),
]

function Settings({ first }: { first: SettingTab }) {
  const [tab, setTab] = useState(first)
  return <SettingsPage tab={tab} onTab={setTab} />
}

test('the settings are read tab by tab, and a market is found by its name', async () => {
  server.use(...answers())
  await drawClient(<Settings first="markets" />, { language: 'en' })
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent ?? '')
  expect(await screen.findByRole('table')).toBeInTheDocument()
  expect(rows()).toHaveLength(3)
  // The server keeps gold open, whatever its own hours.
  expect(screen.getAllByText(en.hours.overruled)).toHaveLength(1)
  await userEvent.type(screen.getByLabelText(en.find), 'bitc')
  expect(rows()).toHaveLength(2)
  await userEvent.type(screen.getByLabelText(en.find), 'xyz')
  expect(screen.getByText(en.none)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: en.tab.coins }))
  expect(screen.getByRole('row', { name: /BITCOIN/ })).toHaveTextContent('bitcoin')
  expect(screen.getByRole('button', { name: deskEn.settings.newCoin })).toBeInTheDocument()
})

test('holidays stand by year, and a lunar one without a date is added from its approximate one, by its name', async () => {
  vi.setSystemTime('2026-04-10T08:00:00Z')
  const sent: Sent[] = []
  server.use(
    ...answers(),
    mockEndpoint(setHoliday, (call) => {
      sent.push(call)
      return { baseDTO: { id: '7' } }
    }),
  )
  await drawClient(<Settings first="days" />)
  expect(await screen.findByText(fa.solar.KHOMEINI)).toBeInTheDocument()
  expect(screen.queryByText('Day of the company')).toBeNull()
  expect(screen.getByText(fa.hours.alwaysOpen)).toBeInTheDocument()
  const ashura = screen.getByText(fa.lunar.ASHURA).closest('li') ?? expect.fail('no hint')
  expect(ashura).toHaveTextContent('۵ تیر ۱۴۰۵')
  await userEvent.click(await within(ashura).findByRole('button', { name: fa.days.lunar.add }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByLabelText(fa.days.name)).toHaveValue(fa.lunar.ASHURA)
  await userEvent.type(sheet.getByLabelText(operations.act.reason), 'تقویم رسمی')
  await userEvent.click(sheet.getByRole('button', { name: desk.settings.propose }))
  expect(await screen.findByText(desk.settings.proposed)).toBeInTheDocument()
  expect(sent).toMatchObject([{ body: { day: '2026-06-26', closed: true, name: 'ASHURA' } }])
  await userEvent.click(screen.getByRole('radio', { name: '۱۴۰۶' }))
  expect(screen.getByText('Day of the company')).toBeInTheDocument()
})
