import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { overviewQuery } from '#client/features/operations/overview.queries.ts'
import { PageLinks } from '#client/features/operations/page-links.tsx'
import { words as fa } from '#client/locales/fa/desk.ts'
import { getOperator } from '#contract/operations.ts'
import { getOverview } from '#contract/operations-overview.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()
const none: { count: number; oldest: string | null } = { count: 0, oldest: null }
const AT = '2026-11-22T12:00:00.000Z'
const health = {
  at: AT,
  writer: { epoch: 1, answeredMs: 1, waiting: 0, answered: 0, p99Ms: 1 },
  database: { engine: 'pglite' as const, latencyMs: 1 },
  prices: { at: AT, stale: false, staleMarkets: [] },
  vendors: [],
  halts: [],
  makersOff: [],
  withdrawalsOpen: true,
  processes: { running: 4, gone: 0 },
  jobCounts: { fine: 45, waiting: 0, late: 0, failing: 0 },
  jobs: [],
  custody: null,
  backUpAt: null,
}

async function draw(role: OperatorRole) {
  // More items wait than this operator may act on.
  const waiting = {
    identities: { count: 5, oldest: AT },
    tickets: none,
    withdrawals: none,
    custody: none,
    payouts: none,
    deliveries: none,
    deposits: none,
    proposals: { count: 1, oldest: AT },
  }
  const actionable = { identities: 3, tickets: 0, proposals: 0 }
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '7', name: 'Sara', roles: [role], expiresAt: '2099-01-01T00:00:00.000Z' },
    }),
    mockEndpoint(getOverview, () => ({
      baseDTO: {
        waiting,
        actionable,
        closed: { blocked: 0, frozen: 0 },
        access: { stopped: [], admins: 2 },
        restore: null,
        health,
      },
    })),
  )
  const { client } = await drawClient(<PageLinks />, { path: '/operations/users' })
  const arrive = (queue: 'tickets' | 'proposals') => {
    actionable[queue] += 1
    return client.refetchQueries({ queryKey: overviewQuery().queryKey })
  }
  return { arrive }
}

const roomOf = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) })

test('a room says how many wait in it for this operator, and an arrival is said in any room', async () => {
  const { arrive } = await draw('SUPPORT')
  expect(await within(await roomOf(fa.room.identities)).findByText('۳')).toBeInTheDocument()
  expect(within(await roomOf(fa.room.tickets)).queryByText(/انتظار/)).toBeNull()
  expect(within(await roomOf(fa.room.proposals)).queryByText(/انتظار/)).toBeNull()
  expect(screen.queryByText(fa.arrived.tickets)).toBeNull()
  await arrive('tickets')
  expect(await screen.findByText(fa.arrived.tickets)).toBeInTheDocument()
  expect(within(await roomOf(fa.room.tickets)).getByText('۱')).toBeInTheDocument()
})

test('what arrives in a room that the role does not open is not said', async () => {
  const { arrive } = await draw('FINANCE')
  await roomOf(fa.room.proposals)
  await arrive('tickets')
  await arrive('proposals')
  expect(await screen.findByText(fa.arrived.proposals)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(fa.arrived.tickets)).toBeNull())
})
