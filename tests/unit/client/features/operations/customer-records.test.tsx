import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CustomerRecords } from '#client/features/operations/customer-records.tsx'
import { words as en } from '#client/locales/en/customers.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { getOperator } from '#contract/operations.ts'
import { getUserStatement } from '#contract/operations-statement.ts'
import { addUserNote, getUserDeposits, getUserNotes } from '#contract/operations-user-history.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'

const server = clientServer()

const AT = '2026-11-01T10:00:00.000Z'
const deposit = (id: number) => ({
  id: String(id),
  amount: '50000',
  relatedCoin: 'TOMAN',
  bankAccount: '603799******1234',
  transactionStatus: 'RAISED_BY_USER' as const,
  isDone: false,
  link: null,
  paymentGateway: 'ZARINPAL' as const,
  payBack: id === 11 ? ('REFUSED' as const) : null,
  createdAtDateTime: AT,
  fault: id === 12 ? ('AMOUNT_DIFFERS' as const) : id === 11 ? ('CARD_DIFFERS' as const) : null,
})

async function draw(role: OperatorRole) {
  const notes = [{ id: '1', text: 'Called back.', by: 'Reza', at: AT }]
  server.use(
    mockEndpoint(getOperator, {
      baseDTO: { id: '7', name: 'Sara', roles: [role], expiresAt: '2099-01-01T00:00:00.000Z' },
    }),
    mockEndpoint(getUserDeposits, ({ query }) =>
      query.before
        ? { content: [deposit(1)] }
        : { content: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(deposit), next: '2' },
    ),
    mockEndpoint(getUserNotes, () => ({ content: notes })),
    mockEndpoint(addUserNote, ({ body }) => {
      notes.unshift({ id: '2', text: String(JSON.parse(JSON.stringify(body)).text), by: 'Sara', at: AT })
      return { baseDTO: { id: '2' } }
    }),
  )
  await drawClient(<CustomerRecords id="42" />, { language: 'en', path: '/operations/users/42' })
}

test('deposits say what is wrong with them, and go on to the oldest', async () => {
  await draw('SUPPORT')
  expect(await screen.findByText(en.deposit.fault.AMOUNT_DIFFERS)).toBeVisible()
  const { fault, payBack } = en.deposit
  expect(screen.getByText(`${fault.CARD_DIFFERS} · ${payBack.REFUSED}`)).toBeVisible()
  expect(screen.getAllByText(en.deposit.RAISED_BY_USER)).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findAllByText(en.deposit.RAISED_BY_USER)).toHaveLength(12)
})

test('a note is written in its tab, and a reader sees notes without a form', async () => {
  await draw('SUPPORT')
  await userEvent.click(await screen.findByRole('tab', { name: en.tabs.notes }))
  await userEvent.type(await screen.findByLabelText(en.note.label), 'ab')
  await userEvent.click(screen.getByRole('button', { name: en.note.add }))
  expect(screen.getByLabelText(en.note.label)).toHaveAccessibleDescription(expect.stringContaining(en.note.short))
  await userEvent.type(screen.getByLabelText(en.note.label), 'c is enough')
  await userEvent.click(screen.getByRole('button', { name: en.note.add }))
  expect(await screen.findByText('abc is enough')).toBeVisible()
  expect(screen.getByText('Called back.')).toBeVisible()
  expect(screen.getByLabelText(en.note.label)).toHaveValue('')
})

test('tickets are a tab of those alone who may read them', async () => {
  await draw('FINANCE')
  expect(await screen.findByRole('tab', { name: en.tabs.deposits })).toBeVisible()
  expect(screen.queryByRole('tab', { name: en.tabs.tickets })).toBeNull()
})

test('a statement has what there was, each movement with its counter account, and what there is, for those who take reports', async () => {
  await draw('FINANCE')
  const asked: Record<string, string>[] = []
  const movement = (entry: string) => ({
    ...{ entry, at: AT, kind: 'order' as const, reference: 'order:17', coin: 'TOMAN' },
    ...{ available: '-100.5', blocked: '0', counter: ['Fees (-1)', '1012'] },
  })
  server.use(
    mockEndpoint(getCoinDetails, WIRE_COINS),
    mockEndpoint(getUserStatement, ({ query }) => {
      asked.push(query)
      const opening = [{ coin: 'TOMAN', available: '5000', blocked: '0' }]
      const closing = [{ coin: 'TOMAN', available: '4799', blocked: '12' }]
      if (query.after) return { content: [movement('9')], baseDTO: null }
      return { content: [movement('7')], next: '8', baseDTO: { opening, closing } }
    }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: en.tabs.statement }))
  const balances = await screen.findByRole('table', { name: en.statement.balances })
  expect(balances).toHaveTextContent(/5,000.*4,799.*On hold.*12/)
  const movements = screen.getByRole('table', { name: en.statement.movements })
  expect(movements).toHaveTextContent(/Order.*order:17.*100\.5.*Fees \(-1\)1012/)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findAllByText('order:17')).toHaveLength(2)
  expect(asked.map(({ after = '' }) => after)).toEqual(['', '8'])
})

test('a statement is no tab of support', async () => {
  await draw('SUPPORT')
  expect(await screen.findByRole('tab', { name: en.tabs.deposits })).toBeVisible()
  expect(screen.queryByRole('tab', { name: en.tabs.statement })).toBeNull()
})
