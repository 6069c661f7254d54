import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import {
  freezeKindOf,
  hasRight,
  mayUnfreeze,
  OPERATOR_RIGHTS,
  OPERATOR_ROLES,
  type OperatorRight,
  outranks,
  PROPOSAL_KINDS,
  RIGHTS_OF_PROPOSALS,
} from '#domain/operator-rights.ts'

/** Written by hand, so that a change of the table is a decision; x means allowed. */
const DRAWN = `
  right                READ  SUPPORT  FINANCE  RISK  ADMIN
  OWN_SESSION          x     x        x        x     x
  OVERVIEW_READ        x     x        x        x     x
  PROCESSES_DRAIN      -     -        -        -     x
  USERS_READ           x     x        x        x     x
  USERS_READ_PERSONAL  -     x        -        x     x
  USERS_PROTECT        -     x        -        x     x
  USERS_NOTE           -     x        x        x     x
  USERS_FREEZE_FOR_RISK  -     -        -        x     x
  USERS_SET_LEVEL      -     -        x        -     x
  SUPERVISOR_PROPOSE   -     -        x        -     x
  IDENTITIES_READ      -     x        -        x     x
  DOCUMENTS_READ       -     -        -        x     x
  DOCUMENTS_DELETE     -     -        -        x     x
  IDENTITIES_DECIDE    -     -        -        x     x
  MARKETS_READ         x     x        x        x     x
  MARKETS_HALT         -     -        -        x     x
  MARKETS_CHANGE       -     -        -        x     x
  MARKETS_ADD          -     -        -        -     x
  COINS_CHANGE         -     -        x        x     x
  FEES_CHANGE          -     -        x        -     x
  MAKER_CHANGE         -     -        -        x     x
  ORDERS_READ          x     x        x        x     x
  ORDERS_CANCEL        -     -        -        x     x
  WITHDRAWALS_READ     x     x        x        x     x
  WITHDRAWALS_DECIDE   -     -        x        x     x
  PROPOSALS_READ       x     x        x        x     x
  PROPOSALS_DECIDE     -     x        x        x     x
  OPERATORS_READ       -     -        -        x     x
  OPERATORS_STOP       -     -        -        x     x
  OPERATORS_CHANGE     -     -        -        -     x
  AUDIT_READ           -     -        -        x     x
  RESTORE_CONFIRM      -     -        -        -     x
  BROADCAST            -     x        -        -     x
  PAYOUTS_READ         -     -        x        x     x
  PAYOUTS_SEND         -     -        x        -     x
  REPORTS_EXPORT       -     -        x        x     x
  CONTENT_READ         x     x        x        x     x
  CONTENT_CHANGE       -     x        -        -     x
  CONTENT_PUBLISH      -     -        -        -     x
  TICKETS_READ         x     x        -        x     x
  TICKETS_ANSWER       -     x        -        -     x
`

test('the table of roles is as drawn', () => {
  const [head = [], ...rows] = DRAWN.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  expect(head.slice(1)).toEqual([...OPERATOR_ROLES])
  expect(rows.map(([right]) => right)).toEqual(Object.keys(OPERATOR_RIGHTS))
  for (const [right, ...marks] of rows) {
    const allowed = OPERATOR_ROLES.filter((role) => hasRight([role], right as OperatorRight))
    expect(allowed, right).toEqual(OPERATOR_ROLES.filter((_, column) => marks[column] === 'x'))
  }
})

test('several roles together have the rights of each, and no role has none', () => {
  expect(hasRight(['READ', 'FINANCE'], 'FEES_CHANGE')).toBe(true)
  expect(hasRight(['READ', 'SUPPORT'], 'FEES_CHANGE')).toBe(false)
  expect(hasRight([], 'OWN_SESSION')).toBe(false)
})

test('every endpoint of operators names its right, and no other endpoint one', () => {
  const wrong = endpoints.filter(({ access, right }) => (access === 'operator') !== (right !== undefined))
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('the role that only reads can call nothing that changes something', () => {
  // Searches, and calls about the operator's own session.
  const HARMLESS = [
    '/operations/users/search',
    '/operations/tickets/search',
    '/operations/content/preview',
    '/operations/logout',
    '/operations/duty',
    '/operations/prove',
  ]
  const changing = endpoints.filter(
    ({ method, path, right }) =>
      right !== undefined && method !== 'GET' && !HARMLESS.includes(path) && hasRight(['READ'], right),
  )
  expect(changing.map(({ path }) => path)).toEqual([])
})

test('who may decide on a proposal has at least one role that may decide at all', () => {
  for (const kind of PROPOSAL_KINDS)
    for (const role of OPERATOR_ROLES)
      if (hasRight([role], RIGHTS_OF_PROPOSALS[kind])) expect(hasRight([role], 'PROPOSALS_DECIDE'), kind).toBe(true)
})

test('the freeze of risk outranks any other, and is ended by the right of risk alone', () => {
  expect(freezeKindOf(['SUPPORT'])).toBe('SUPPORT')
  expect(freezeKindOf(['SUPPORT', 'RISK'])).toBe('RISK')
  expect(freezeKindOf(['ADMIN'])).toBe('RISK')
  expect([outranks('SUPPORT', undefined), outranks('SUPPORT', 'OWN'), outranks('RISK', 'OWN')]).toEqual([
    ...[true, false, true],
  ])
  expect([outranks('RISK', 'SUPPORT'), outranks('RISK', 'RISK')]).toEqual([true, false])
  expect([mayUnfreeze(['SUPPORT'], 'RISK'), mayUnfreeze(['RISK'], 'RISK'), mayUnfreeze(['SUPPORT'], 'OWN')]).toEqual([
    ...[false, true, true],
  ])
  expect(mayUnfreeze(['READ', 'FINANCE'], 'SUPPORT')).toBe(false)
})
