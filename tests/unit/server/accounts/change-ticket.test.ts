import { expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import type { TicketAct, TicketState } from '#domain/ticket.ts'
import { changeTicket } from '#server/accounts/tickets/change-ticket.ts'
import type { TicketRow } from '#server/store/accounts/tickets.ts'

const OPENED = new Date('2026-11-20T08:00:00Z')
const NOW = new Date('2026-11-20T09:00:00Z')
const [SARA, REZA] = [7, 8]

const ticket = (state: TicketState, more: Partial<TicketRow> = {}): TicketRow => ({
  id: 1,
  userId: 1001,
  subject: 'Deposit',
  type: 'TECHNICAL',
  state,
  createdAt: OPENED,
  updatedAt: OPENED,
  waitsSince: state === 'ADMIN_ANSWERED' || state === 'CLOSED' ? undefined : OPENED,
  firstAnsweredAt: undefined,
  closedAt: state === 'CLOSED' ? OPENED : undefined,
  assignedTo: undefined,
  about: undefined,
  description: 'Where is it?',
  ...more,
})

const act = (from: TicketRow, name: TicketAct, operatorId?: number) => {
  const change = changeTicket(from, { act: name, at: NOW, operatorId })
  return change instanceof Rejected ? change.code : change
}

test('who waits keeps the place in the queue however much is added, until an answer comes', () => {
  expect(act(ticket('OPENED'), 'CUSTOMER_WRITES')).toMatchObject({ waitsSince: OPENED, updatedAt: NOW })
  expect(act(ticket('OPENED'), 'OPERATOR_TAKES', SARA)).toMatchObject({ waitsSince: OPENED, updatedAt: OPENED })
  expect(act(ticket('PENDING'), 'OPERATOR_ANSWERS', SARA)).toMatchObject({ waitsSince: undefined })
  expect(act(ticket('ADMIN_ANSWERED'), 'CUSTOMER_WRITES')).toMatchObject({ waitsSince: NOW })
})

test('the first answer has its time once; a note is none', () => {
  expect(act(ticket('OPENED'), 'OPERATOR_NOTES', SARA)).toMatchObject({ firstAnsweredAt: undefined, updatedAt: OPENED })
  expect(act(ticket('OPENED'), 'OPERATOR_ANSWERS', SARA)).toMatchObject({ firstAnsweredAt: NOW })
  const before = ticket('CUSTOMER_ANSWERED', { firstAnsweredAt: OPENED })
  expect(act(before, 'OPERATOR_ANSWERS', SARA)).toMatchObject({ firstAnsweredAt: OPENED })
})

test('who answers a ticket that nobody has, has it; a colleague’s is neither answered nor closed, but taken over', () => {
  expect(act(ticket('OPENED'), 'OPERATOR_ANSWERS', SARA)).toMatchObject({ assignedTo: SARA })
  const rezas = ticket('PENDING', { assignedTo: REZA })
  expect(act(rezas, 'OPERATOR_ANSWERS', SARA)).toBe('TICKET_OF_ANOTHER')
  expect(act(rezas, 'OPERATOR_CLOSES', SARA)).toBe('TICKET_OF_ANOTHER')
  expect(act(rezas, 'OPERATOR_NOTES', SARA)).toMatchObject({ assignedTo: REZA })
  expect(act(rezas, 'OPERATOR_TAKES', SARA)).toMatchObject({ assignedTo: SARA, state: 'PENDING' })
})

test('a closed ticket takes no answer, and its customer opens it for any operator', () => {
  const closed = ticket('CLOSED', { assignedTo: REZA })
  for (const name of ['OPERATOR_TAKES', 'OPERATOR_ANSWERS', 'OPERATOR_CLOSES'] as const)
    expect(act(closed, name, REZA)).toBe('TICKET_CLOSED')
  expect(act(closed, 'OPERATOR_NOTES', SARA)).toMatchObject({ state: 'CLOSED', closedAt: OPENED })
  expect(act(closed, 'CUSTOMER_WRITES')).toMatchObject({
    state: 'CUSTOMER_ANSWERED',
    closedAt: undefined,
    assignedTo: undefined,
    waitsSince: NOW,
  })
  expect(act(ticket('OPENED'), 'OPERATOR_CLOSES', SARA)).toMatchObject({ closedAt: NOW, waitsSince: undefined })
})
