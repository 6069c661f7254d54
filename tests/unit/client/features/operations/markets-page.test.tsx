import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { MarketTab } from '#client/features/operations/console-pages.ts'
import { MarketsPage } from '#client/features/operations/markets-page.tsx'
import { words as en } from '#client/locales/en/operations.ts'
import { words as proposals } from '#client/locales/en/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getOperatedMarkets } from '#contract/operations-markets.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

const OPEN = { kind: 'OPEN' as const, reason: null, opensAt: null }
const market = (marketType: string) => ({
  ...{ marketType, state: OPEN, halted: false, halt: null, makerEnabled: true, makerOff: null },
  price: { value: '424000000', at: '2026-11-22T08:00:00Z', stale: false },
})
beforeEach(() =>
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getOperatedMarkets, {
      content: [market('GOLD_TOMAN'), market('BITCOIN_TOMAN'), market('BITCOIN_TETHER')],
    }),
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['RISK'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
  ),
)

function Room() {
  const [tab, setTab] = useState<MarketTab>('TOMAN')
  return <MarketsPage tab={tab} onTab={setTab} />
}
const rows = async () => within(await screen.findByRole('list', { name: en.markets.title })).findAllByRole('listitem')
const openTab = (name: string) => userEvent.click(screen.getByRole('tab', { name }))

test('the room is read tab by tab; what is searched is found in all markets', async () => {
  await drawClient(<Room />, { language: 'en' })
  expect(await rows()).toHaveLength(2)
  await openTab(en.markets.of.TETHER)
  expect(await rows()).toHaveLength(1)
  await openTab(en.order.find)
  expect(screen.getByLabelText(en.order.id)).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText(en.markets.search), 'bitc')
  expect(await rows()).toHaveLength(2)
  expect(screen.queryByRole('tab')).toBeNull()
  await userEvent.type(screen.getByLabelText(en.markets.search), 'xyz')
  expect(screen.getByText(proposals.market.none)).toBeInTheDocument()
})

test('on a phone a market is two lines, which open to what can be done to it', async () => {
  await drawClient(<Room />, { language: 'en' })
  const [row = expect.fail('no row')] = await rows()
  expect(within(row).getAllByText(en.markets.state.OPEN)[0]).toBeVisible()
  const halt = await within(row).findByText(en.markets.halt.action)
  expect(halt).not.toBeVisible()
  await userEvent.click(row.querySelector('summary') ?? expect.fail('no summary'))
  expect(halt).toBeVisible()
  await userEvent.click(halt)
  expect(await screen.findByRole('dialog')).toHaveTextContent('Halt ')
})
