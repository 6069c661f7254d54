import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { NewCoinSheet } from '#client/features/operations/coin-sheets.tsx'
import { words as desk } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { words as proposals } from '#client/locales/fa/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { proposeCoin } from '#contract/operations-settings.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith, type Sent } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
const { field } = desk.settings
const { market: settings } = proposals
const write = async (within: { getByLabelText: (label: string | RegExp) => HTMLElement }, values: object) => {
  for (const [label, value] of Object.entries(values))
    await userEvent.type(within.getByLabelText(new RegExp(`^${label}`)), value)
}

test('a coin goes with its networks, one at least, as they are typed in Persian digits', async () => {
  const sent: Sent[] = []
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(proposeCoin, (call) => {
      sent.push(call)
      return { baseDTO: { id: '7' } }
    }),
  )
  await drawClient(<NewCoinSheet onClose={() => undefined} />)
  const sheet = within(await screen.findByRole('dialog'))
  await write(sheet, {
    [field.symbol]: 'cardano',
    [field.code]: 'ada',
    [field.priceSource]: 'Cardano',
    [field.decimals]: '۶',
    [field.precision]: '۲',
    [field.quickTradeMin]: '۵',
    [field.quickTradeMax]: '۵۰٬۰۰۰',
    [field.persianName]: 'کاردانو',
    [field.englishName]: 'Cardano',
    [fa.act.reason]: 'از مشتریان',
  })
  await userEvent.click(sheet.getByRole('button', { name: desk.settings.propose }))
  // The network's own fields are still empty and show that.
  expect(sheet.getAllByText(settings.field.empty)).toHaveLength(3)
  expect(sheet.queryByRole('button', { name: desk.settings.removeNetwork })).toBeNull()
  const [first] = sheet.getAllByRole('group', { name: desk.settings.network.replace('{{number}}', '۱') })
  if (!first) throw new Error('no network')
  await userEvent.selectOptions(within(first).getByLabelText(new RegExp(`^${field.tokenType}`)), 'BEP20')
  await write(within(first), {
    [field.withdrawalFee]: '۰٫۵',
    [field.minWithdraw]: '۲',
    [field.maxWithdraw]: '۹۰۰۰۰',
  })
  await userEvent.click(within(first).getByLabelText(field.depositEnabled))
  await userEvent.click(sheet.getByRole('button', { name: desk.settings.addNetwork }))
  await userEvent.click(sheet.getAllByRole('button', { name: desk.settings.removeNetwork })[1] ?? first)
  await userEvent.click(sheet.getByRole('button', { name: desk.settings.propose }))
  expect(await screen.findByText(desk.settings.proposed)).toBeInTheDocument()
  expect(sent.map(({ body }) => body)).toMatchObject([
    {
      symbol: 'CARDANO',
      priceSource: 'cardano',
      quickTradeMax: '50000',
      networks: [
        {
          tokenType: 'BEP20',
          withdrawalFee: '0.5',
          minWithdraw: '2',
          maxWithdraw: '90000',
          depositEnabled: true,
          withdrawEnabled: false,
          txIdNeeded: false,
        },
      ],
    },
  ])
})

test('an empty form marks every field and goes to the first; what the server refuses is marked, too', async () => {
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(proposeCoin, refuseWith('PRICE_SOURCE_UNKNOWN', undefined, 'priceSource')),
  )
  await drawClient(<NewCoinSheet onClose={() => undefined} />)
  const sheet = within(await screen.findByRole('dialog'))
  const propose = () => userEvent.click(sheet.getByRole('button', { name: desk.settings.propose }))
  await propose()
  const invalid = () => sheet.getAllByRole('textbox').filter((box) => box.getAttribute('aria-invalid') === 'true')
  // Nine fields of the coin, three of its network, and the reason.
  expect(invalid()).toHaveLength(13)
  const symbol = sheet.getByLabelText(new RegExp(`^${field.symbol}`))
  await waitFor(() => expect(symbol).toHaveFocus())
  for (const box of invalid()) await userEvent.type(box, '5xx')
  await propose()
  const source = sheet.getByLabelText(new RegExp(`^${field.priceSource}`))
  await waitFor(() => expect(source).toHaveAccessibleDescription(settings.field.refused))
})
