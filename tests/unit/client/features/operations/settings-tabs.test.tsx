import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { SettingTab } from '#client/features/operations/console-pages.ts'
import { SettingsPage } from '#client/features/operations/settings-page.tsx'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as operationsEn } from '#client/locales/en/operations.ts'
import { words as proposalsEn } from '#client/locales/en/proposals.ts'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as operations } from '#client/locales/fa/operations.ts'
import { words as proposalsFa } from '#client/locales/fa/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import {
  getSettings,
  proposeCoinChange,
  proposeMarketEnd,
  setHoliday,
  setStrategy,
  switchNetwork,
} from '#contract/operations-settings.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
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
  limitPriceMin: '20',
  limitPriceMax: '500',
  ended: false,
})
const coin = (symbol: string, priceSource: string | null = null) => ({
  ...{ symbol, priceSource, revision: 3, bank: null },
  ...{ quickTradeMin: '0.001', quickTradeMax: '2', inventoryMin: '0', inventoryMax: '50', hotShareMax: '20' },
  networks:
    priceSource === null
      ? []
      : [
          {
            ...{ tokenType: 'BTC', withdrawalFee: '0.0005', minWithdraw: '0.002', maxWithdraw: '10' },
            ...{ depositEnabled: true, withdrawEnabled: false, txIdNeeded: false },
          },
        ],
})
const SETTINGS = {
  markets: [market('GOLD'), market('BITCOIN')],
  coins: [coin('TOMAN'), coin('BITCOIN', 'bitcoin')],
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
  mockEndpoint(getOpenProposals, { content: [] }),
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
  const list = await screen.findByRole('list', { name: operationsEn.markets.title })
  const rows = () => within(list).getAllByRole('listitem')
  expect(rows()).toHaveLength(2)
  // The server keeps gold open, regardless of its own hours.
  expect(screen.getAllByText(en.hours.overruled)).toHaveLength(1)
  await userEvent.type(screen.getByLabelText(en.find), 'bitc')
  expect(rows()).toHaveLength(1)
  await userEvent.type(screen.getByLabelText(en.find), 'xyz')
  expect(screen.getByText(en.none)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: en.tab.coins }))
  const coins = screen.getByRole('list', { name: en.tab.coins })
  const [, bitcoin] = [...coins.children]
  expect(bitcoin).toHaveTextContent('bitcoin')
  expect(screen.getByRole('button', { name: deskEn.settings.newCoin })).toBeInTheDocument()
})

test('a network is stopped from the list, and a form of a coin sends the revision that it was opened with', async () => {
  const sent: Sent[] = []
  server.use(
    ...answers(),
    mockEndpoint(switchNetwork, (call) => {
      sent.push(call)
      return { baseDTO: { id: null } }
    }),
    mockEndpoint(proposeCoinChange, (call) => {
      sent.push(call)
      return { baseDTO: { id: '8' } }
    }),
  )
  await drawClient(<Settings first="coins" />, { language: 'en' })
  const { deposit, withdrawal } = proposalsEn.coin
  const [, bitcoin] = [...(await screen.findByRole('list', { name: en.tab.coins })).children]
  if (!(bitcoin instanceof HTMLElement)) throw new Error('no Bitcoin')
  const row = within(bitcoin)
  await userEvent.click(row.getByText('BTC', { selector: 'summary *' }))
  expect(row.getByText(withdrawal.off)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Stop deposits of .* over BTC$/ }))
  const stop = within(await screen.findByRole('dialog'))
  expect(stop.getByText(proposalsEn.coin.stopText)).toBeInTheDocument()
  await userEvent.type(stop.getByLabelText(operationsEn.act.reason), 'The node is behind')
  await userEvent.click(stop.getByRole('button', { name: deposit.stop }))
  expect(await screen.findByText(deposit.stopped)).toBeInTheDocument()
  await userEvent.click(row.getByRole('button', { name: deskEn.settings.change }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(operationsEn.act.reason), 'The network is cheaper')
  await userEvent.click(form.getByRole('button', { name: deskEn.settings.propose }))
  expect(form.getByText(en.unchanged)).toBeInTheDocument()
  const fee = form.getByLabelText(new RegExp(`^${deskEn.settings.field.withdrawalFee}`))
  await userEvent.clear(fee)
  await userEvent.type(fee, '0.0003')
  await userEvent.click(form.getByRole('button', { name: deskEn.settings.propose }))
  expect(await screen.findByText(deskEn.settings.proposed)).toBeInTheDocument()
  const [network] = coin('BITCOIN', 'bitcoin').networks
  const { depositEnabled: _d, withdrawEnabled: _w, ...kept } = network ?? expect.fail('no network')
  expect(sent).toMatchObject([
    {
      params: { coin: 'BITCOIN', tokenType: 'BTC' },
      body: { direction: 'deposit', enabled: false, reason: 'The node is behind' },
    },
    {
      params: { coin: 'BITCOIN' },
      body: { revision: 3, bank: null, inventoryMax: '50', networks: [{ ...kept, withdrawalFee: '0.0003' }] },
    },
  ])
})

test('the end of a market is proposed from its form, and a market that has ended cannot be changed', async () => {
  const sent: Sent[] = []
  const ended = { ...market('GOLD'), ended: true }
  server.use(
    mockEndpoint(getSettings, { baseDTO: { ...SETTINGS, markets: [ended, market('BITCOIN')] } }),
    ...answers(),
    mockEndpoint(proposeMarketEnd, (call) => {
      sent.push(call)
      return { baseDTO: { id: '7' } }
    }),
  )
  await drawClient(<Settings first="markets" />, { language: 'en' })
  expect(await screen.findByText(en.ended)).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: deskEn.settings.change }))
  await userEvent.click(await screen.findByRole('button', { name: en.end.action }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText(en.end.text)).toBeVisible()
  expect(sheet.getByText(en.end.final.title)).toBeVisible()
  expect(sheet.getByText(en.end.final.text)).toBeVisible()
  await userEvent.type(sheet.getByLabelText(operationsEn.act.reason), 'Nobody trades it')
  await userEvent.click(sheet.getByRole('button', { name: en.end.propose }))
  expect(await screen.findByText(deskEn.settings.proposed)).toBeInTheDocument()
  expect(sent).toMatchObject([{ params: { market: 'BITCOIN_TOMAN' }, body: { reason: 'Nobody trades it' } }])
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

const bound = (min: string, max: string) => ({ min, max, aloneMin: min, aloneMax: max })
const STRATEGY = {
  ...{ marketType: 'GOLD_TOMAN', enabled: true, version: 4, halfSpread: '0.08', step: '0.06', levels: 12 },
  ...{ levelWorth: '30000000', refreshMs: 1_000, skew: '0.04', inventoryTarget: '200', inventoryBand: '100' },
  lossMax: '150000000',
  bounds: {
    ...{ halfSpread: bound('0.02', '5'), step: bound('0.01', '2'), levels: bound('1', '50') },
    ...{ levelWorth: bound('0.0001', '900000000'), refreshMs: bound('250', '30000'), skew: bound('0', '5') },
    ...{ inventoryTarget: bound('0', '1000'), inventoryBand: bound('2', '1000'), lossMax: bound('1', '3000000000') },
  },
} as const
const openStrategy = async () => {
  server.use(mockEndpoint(getSettings, { baseDTO: { ...SETTINGS, strategies: [STRATEGY] } }))
  await drawClient(<Settings first="maker" />, { language: 'en' })
  await userEvent.click(await screen.findByRole('button', { name: deskEn.settings.change }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(operationsEn.act.reason), 'A quiet day')
  const write = async (name: keyof typeof deskEn.settings.field, value: string) => {
    const field = sheet.getByLabelText(new RegExp(`^${deskEn.settings.field[name]}`))
    await userEvent.clear(field)
    await userEvent.type(field, value)
    return field
  }
  return { sheet, write, set: () => userEvent.click(sheet.getByRole('button', { name: deskEn.settings.set })) }
}

test('a strategy names every wrong field with its bounds before it is sent, and says when nothing is changed', async () => {
  const sent: Sent[] = []
  server.use(
    ...answers(),
    mockEndpoint(setStrategy, (call) => {
      sent.push(call)
      return refuseWith('SETTING_INVALID', { fields: ['halfSpread', 'lossMax'] }, 'halfSpread')
    }),
  )
  const { sheet, write, set } = await openStrategy()
  await set()
  expect(sheet.getByText(en.unchanged)).toBeInTheDocument()
  const wrong = [await write('halfSpread', '6'), await write('levels', '51'), await write('lossMax', 'much')]
  await set()
  for (const field of wrong) expect(field).toBeInvalid()
  for (const text of ['0.02 to 5', '1 to 50', '1 to 3,000,000,000'])
    expect(sheet.getByText(`Enter a value from ${text}.`)).toBeInTheDocument()
  expect(sheet.queryByText(en.unchanged)).toBeNull()
  await write('levels', '10')
  await write('lossMax', '90')
  await write('halfSpread', '0.03')
  await set()
  expect(sheet.getByText(proposalsEn.strategy.skewMax)).toBeInTheDocument()
  expect(sent).toEqual([])
  await write('skew', '0.01')
  await set()
  // The server checks more than the form, and names every field that it rejects.
  for (const text of ['0.02 to 5', '1 to 3,000,000,000'])
    expect(await sheet.findByText(`Enter a value from ${text}.`)).toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('a form says that the same is proposed already, by whom, and where it waits', async () => {
  const open = { userId: null, proposedAt: '2026-11-22T08:00:00Z', isOwn: false, proposedBy: 'Reza Amini' }
  const content = [
    { ...open, id: '41', kind: 'SET_STRATEGY' as const, subject: 'BITCOIN_TOMAN' },
    { ...open, id: '42', kind: 'SET_STRATEGY' as const, subject: 'GOLD_TOMAN' },
  ]
  server.use(mockEndpoint(getOpenProposals, { content }), ...answers())
  const { sheet } = await openStrategy()
  expect(await sheet.findByText(proposalsEn.waits.title.replace('{{id}}', '42'))).toBeInTheDocument()
  expect(sheet.getByText(/Proposed by Reza Amini/)).toBeInTheDocument()
  expect(sheet.getByRole('link', { name: proposalsEn.waits.show })).toHaveAttribute('href', '/operations/proposals')
})
