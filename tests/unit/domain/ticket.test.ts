import { expect, test } from 'vitest'
import {
  checkTicketText,
  stateAfter,
  statusOf,
  TICKET_ACTS,
  type TicketAct,
  type TicketState,
  ticketTextOf,
  waitsForSupport,
} from '#domain/ticket.ts'

const STATES: readonly TicketState[] = ['OPENED', 'PENDING', 'CUSTOMER_ANSWERED', 'ADMIN_ANSWERED', 'CLOSED']

/** The state after each act from OPENED, PENDING, CUSTOMER_ANSWERED, ADMIN_ANSWERED and CLOSED; `-` if the act is refused. */
const EXPECTED: readonly (readonly [TicketAct, string])[] = [
  ['CUSTOMER_WRITES', 'OPENED PENDING CUSTOMER_ANSWERED CUSTOMER_ANSWERED CUSTOMER_ANSWERED'],
  ['OPERATOR_TAKES', 'PENDING PENDING PENDING ADMIN_ANSWERED -'],
  ['OPERATOR_ANSWERS', 'ADMIN_ANSWERED ADMIN_ANSWERED ADMIN_ANSWERED ADMIN_ANSWERED -'],
  ['OPERATOR_NOTES', 'OPENED PENDING CUSTOMER_ANSWERED ADMIN_ANSWERED CLOSED'],
  ['OPERATOR_CLOSES', 'CLOSED CLOSED CLOSED CLOSED -'],
]

test.each(EXPECTED)('%s leads from each state where the table says, or nowhere', (act, expected) => {
  expect(STATES.map((state) => stateAfter(act, state) ?? '-').join(' ')).toBe(expected)
})

test('every act is in the table, and only customers open what is closed again', () => {
  expect(EXPECTED.map(([act]) => act)).toEqual(Object.keys(TICKET_ACTS))
  for (const [act] of EXPECTED) {
    const after = stateAfter(act, 'CLOSED')
    const opens = after !== undefined && after !== 'CLOSED'
    expect(opens, act).toBe(TICKET_ACTS[act].by === 'CUSTOMER')
  }
})

test('a customer who writes always waits for us behind it, and one who was answered does not', () => {
  for (const state of STATES) {
    const written = stateAfter('CUSTOMER_WRITES', state)
    expect(written !== undefined && waitsForSupport(written), state).toBe(true)
    const answered = stateAfter('OPERATOR_ANSWERS', state)
    expect(answered !== undefined && waitsForSupport(answered), state).toBe(false)
  }
})

test('the wire knows the four statuses of the specification alone', () => {
  expect(STATES.map(statusOf)).toEqual(['OPENED', 'PENDING', 'CUSTOMER_ANSWERED', 'ADMIN_ANSWERED', 'ADMIN_ANSWERED'])
})

test('a text counts without the spaces around it', () => {
  expect(checkTicketText('subject', ' \n\t ')).toBe('REQUIRED')
  expect(checkTicketText('subject', ` ${'س'.repeat(100)} `)).toBeUndefined()
  expect(checkTicketText('subject', 'س'.repeat(101))).toBe('TOO_LONG')
  expect(checkTicketText('text', 'x'.repeat(4_000))).toBeUndefined()
  expect(checkTicketText('text', 'x'.repeat(4_001))).toBe('TOO_LONG')
})

test('a text is kept as it was typed, with one character at the end of a line and none that nobody can see', () => {
  expect(ticketTextOf('text', ' a\r\nb\rc\n\td\u0000\u0007e\u200cf ')).toBe('a\nb\nc\n\tde\u200cf')
  expect(ticketTextOf('subject', 'a\u202Eb\u200B\nc')).toBe('ab c')
  expect(checkTicketText('subject', '\u200B\u202E')).toBe('REQUIRED')
  expect(checkTicketText('text', `${'x\r\n'.repeat(1_999)}xx`)).toBeUndefined()
})
