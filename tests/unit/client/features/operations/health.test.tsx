import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Overview } from '#client/features/operations/overview.queries.ts'
import { HealthSection } from '#client/features/operations/overview-health.tsx'
import { words as en } from '#client/locales/en/desk.ts'
import { words as ofProposals } from '#client/locales/en/proposals.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()
type Health = Overview['health']
const { health: words } = en.overview

const AT = '2026-11-22T08:00:00Z'
const GOOD: Health = {
  at: AT,
  writer: { epoch: 2, answeredMs: 1, waiting: 0, answered: 9, p99Ms: 4 },
  database: { engine: 'postgres', latencyMs: 1 },
  prices: { at: AT, stale: false, staleMarkets: [] },
  vendors: [],
  halts: [],
  makersOff: [],
  withdrawalsOpen: true,
  custody: null,
  processes: { running: 4, gone: 0 },
  jobCounts: { fine: 45, waiting: 0, late: 0, failing: 0 },
  jobs: [],
  backUpAt: '2026-11-22T01:00:00Z',
}
const CUSTODY = { answers: true, stoppedAt: null, unreachable: [], differences: 0 }
const vendor = (at: string, fault: string | null) => ({ vendor: 'identity', at, fault, answers: 5, faults: 1 })

const drawn = (part: Partial<Health>) => drawClient(<HealthSection health={{ ...GOOD, ...part }} />, { language: 'en' })

test.each<[string, Partial<Health>, boolean]>([
  ['all is well', {}, true],
  ['a vendor that failed just now', { vendors: [vendor('2026-11-22T07:55:00Z', 'SERVER_ERROR')] }, false],
  ['one inquiry that failed an hour ago', { vendors: [vendor('2026-11-22T07:00:00Z', 'SERVER_ERROR')] }, true],
  ['a vendor that answers again', { vendors: [vendor('2026-11-22T07:55:00Z', null)] }, true],
  ['a back-up of two days ago', { backUpAt: '2026-11-20T01:00:00Z' }, false],
  ['no back-up yet', { backUpAt: null }, false],
  ['custody that answers', { custody: CUSTODY }, true],
  ['custody whose coins are not counted yet', { custody: { ...CUSTODY, differences: null } }, true],
  ['custody that does not answer', { custody: { ...CUSTODY, answers: false } }, false],
  ['a stop of all sending', { custody: { ...CUSTODY, stoppedAt: AT } }, false],
  ['a network that custody does not reach', { custody: { ...CUSTODY, unreachable: ['ERC20'] } }, false],
  ['coins that differ from the ledger', { custody: { ...CUSTODY, differences: 2 } }, false],
  ['a process that is gone', { processes: { running: 3, gone: 1 } }, false],
  ['a job that waits for a process', { jobCounts: { ...GOOD.jobCounts, waiting: 1 } }, false],
  ['a stop of all withdrawals', { withdrawalsOpen: false }, false],
  ['a market maker that is off', { makersOff: [{ marketType: 'GOLD_TOMAN', since: AT, by: null }] }, false],
])('%s', async (_what, part, good) => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  await drawn(part)
  expect(await screen.findByText(good ? words.good : words.look)).toBeInTheDocument()
  // The line that needs it is marked.
  expect(screen.queryAllByRole('img', { name: words.look })).toHaveLength(good ? 0 : 1)
})

test('markets that are halted or without a price of now are named, with who halted them', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  const halts = [{ marketType: 'GOLD_TOMAN' as const, kind: 'halted' as const, since: AT, by: 'Leila Rad' }]
  const { container } = await drawn({ halts, prices: { at: AT, stale: false, staleMarkets: ['BITCOIN_TOMAN'] } })
  expect(await screen.findByText(words.halts)).toBeInTheDocument()
  await screen.findByText(/Gold.*Leila Rad/)
  expect(screen.getByText(words.staleMarkets).parentElement).toHaveTextContent(/Bitcoin/)
  expect(container).not.toHaveTextContent('epoch')
})

test('markets without their market maker are named, with who switched it off or that it was the stop of losses', async () => {
  server.use(mockEndpoint(getCoinDetails, WIRE_COINS))
  const makersOff = [
    { marketType: 'GOLD_TOMAN' as const, since: AT, by: 'Leila Rad' },
    { marketType: 'BITCOIN_TOMAN' as const, since: AT, by: null },
  ]
  await drawn({ makersOff })
  const { market } = ofProposals
  await screen.findByText(/Gold.*Leila Rad/)
  const facts = screen.getByText(market.makersOff).parentElement
  expect(facts).toHaveTextContent(/Gold.*Leila Rad.*Bitcoin/)
  expect(facts).toHaveTextContent(market.lossStop)
})

test('custody that needs a look says why, and leads to its room', async () => {
  await drawn({ custody: { answers: false, stoppedAt: AT, unreachable: ['ERC20', 'BTC'], differences: 2 } })
  const link = await screen.findByRole('link', { name: new RegExp(words.silent) })
  expect(link).toHaveAttribute('href', expect.stringContaining('/operations/custody'))
  for (const text of [words.silent, words.custodyStopped, 'ERC20, BTC', words.custodyDiffers.replace('{{count}}', '2')])
    expect(link).toHaveTextContent(text)
})

test.each<[string, Partial<Health>, string, string]>([
  ['are well', {}, '4 running', '45 fine'],
  [
    'need a look',
    { processes: { running: 4, gone: 1 }, jobCounts: { fine: 40, waiting: 3, late: 2, failing: 1 } },
    '4 running, 1 gone',
    '40 fine, 3 waiting for a process, 2 late, 1 failing',
  ],
])('processes and jobs that %s are counted, with links to their page', async (_what, part, processes, jobs) => {
  await drawn(part)
  for (const name of [processes, jobs])
    expect(await screen.findByRole('link', { name })).toHaveAttribute(
      'href',
      expect.stringContaining('/operations/processes'),
    )
})
