import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type AuditFilter, AuditPage } from '#client/features/operations/audit-page.tsx'
import { words as en } from '#client/locales/en/operations.ts'
import { readAuditSearch } from '#client/routes/-operations/routes.ts'
import { getAuditFilters, getAuditLog, getAuditVerdict } from '#contract/operations-audit.ts'
import { words as kinds } from '#contract/words/en/audit-kinds.ts'
import { words as codes } from '#contract/words/fa/console-codes.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

test('the address holds the filters, and nothing that is none', () => {
  const search = { user: 1009, operator: '12', kind: 'LOGGED_IN', from: '2026-11-20', to: '2026-11-22' }
  expect(readAuditSearch(search)).toEqual({ ...search, user: '1009' })
  const wrong = { user: 'mina', operator: '-1', kind: 'logged in', from: 'yesterday', to: 20_261_122 }
  expect(Object.values(readAuditSearch(wrong)).filter((value) => value !== undefined)).toEqual([])
})

/** The page with the filters that its address begins with. */
function Room() {
  const [filter, setFilter] = useState<AuditFilter>(BEGUN)
  return <AuditPage filter={filter} onFilter={setFilter} />
}
const BEGUN = { userId: '1009', operatorId: '', kind: '', from: '2026-11-20', to: '' }

test('a page that begins with filters asks for them, and a change of one keeps the others', async () => {
  const asked: Record<string, string>[] = []
  server.use(
    mockEndpoint(getAuditLog, ({ query }) => {
      asked.push(query)
      return { content: [] }
    }),
    mockEndpoint(getAuditVerdict, { baseDTO: { events: 3, fault: null } }),
    mockEndpoint(getAuditFilters, { baseDTO: { operators: [], kinds: ['LOGGED_IN', 'CUSTOMERS_LISTED'] } }),
  )
  await drawClient(<Room />, { language: 'en' })
  expect(await screen.findByText(en.audit.empty)).toBeInTheDocument()
  expect(asked.at(-1)).toEqual({ before: '', userId: '1009', from: '2026-11-20' })
  await screen.findByRole('option', { name: kinds.CUSTOMERS_LISTED })
  await userEvent.selectOptions(screen.getByLabelText(en.audit.kind), 'CUSTOMERS_LISTED')
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ userId: '1009', from: '2026-11-20', kind: 'CUSTOMERS_LISTED' }),
  )
  expect(screen.getByLabelText(en.user.id)).toHaveValue('1009')
})

test('what the server did by itself, and an address that is none, are said in words', async () => {
  const event = (id: string, ipAddress: string, name?: string) => ({
    ...{ id, at: '2026-11-22T08:00:00Z', kind: 'OPERATOR_ADDED', user: null, device: '', details: {}, ipAddress },
    operator: name === undefined ? null : { id: '1', name },
  })
  server.use(
    mockEndpoint(getAuditLog, {
      content: [event('3', 'server', 'operations'), event('2', 'unknown'), event('1', '5.160.1.1', 'Sara')],
    }),
    mockEndpoint(getAuditVerdict, { baseDTO: { events: 3, fault: null } }),
    mockEndpoint(getAuditFilters, { baseDTO: { operators: [{ id: '1', name: 'operations' }], kinds: [] } }),
  )
  await drawClient(<Room />)
  const [, ...rows] = await screen.findAllByRole('row')
  const cellsOf = (row: HTMLElement) =>
    [...row.querySelectorAll('td')].slice(3, 5).map(({ textContent }) => textContent)
  expect(rows.map(cellsOf)).toEqual([
    [codes.systemAccount.operations, codes.place.server],
    ['–', codes.place.unknown],
    ['Sara', '5.160.1.1'],
  ])
  expect(await screen.findByRole('option', { name: codes.systemAccount.operations })).toBeInTheDocument()
})

test('a customer of an event has a page, an operator has none', async () => {
  const event = (id: string, name: string) => ({
    ...{ id, at: '2026-11-22T08:00:00Z', kind: 'LOGGED_IN', operator: null, device: '', details: {} },
    ...{ user: { id, name, mobileNumber: '' }, ipAddress: '5.160.1.1' },
  })
  server.use(
    mockEndpoint(getAuditLog, { content: [event('1001', 'Mina'), event('9', 'Sara')] }),
    mockEndpoint(getAuditVerdict, { baseDTO: { events: 2, fault: null } }),
    mockEndpoint(getAuditFilters, { baseDTO: { operators: [{ id: '9', name: 'Sara' }], kinds: [] } }),
  )
  await drawClient(<Room />, { language: 'en' })
  expect(await screen.findByRole('link', { name: 'Mina' })).toHaveAttribute('href', '/operations/users/1001')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Sara' })).toBeNull())
  expect(screen.getByRole('cell', { name: 'Sara' })).toBeInTheDocument()
})
