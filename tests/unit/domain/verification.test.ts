import { describe, expect, test } from 'vitest'
import { AuthenticationType } from '#contract/account.ts'
import {
  awaitsIdentityCode,
  stageOf,
  VERIFICATION_EVENTS,
  VERIFICATION_STAGES,
  VERIFICATIONS,
  verificationAfter,
} from '#domain/verification.ts'

const NAMES = ['UNAUTHORIZED', 'UNIDENTIFIED', 'NOT_COMPLETE', 'PENDING', 'AUTHORIZED', 'CHANGED', 'CHANGED_PENDING']
const SHORT = { INFORMATION_CHANGED: 'CHANGED', INFORMATION_CHANGED_PENDING: 'CHANGED_PENDING' } as const

/** The state after each event, one row for each type, in the order of the columns; "–" if the event cannot happen. */
const EXPECTED = `
                 formConfirmed  formDoubtful  codeRight   registryConfirmed  registryRefused  operatorApproves  operatorHandsBack  operatorRevokes  informationChanged  informationDoubtful
UNAUTHORIZED     UNIDENTIFIED   PENDING       –           –                  –                –                 –                  –                UNAUTHORIZED        –
UNIDENTIFIED     UNIDENTIFIED   PENDING       AUTHORIZED  –                  –                –                 –                  –                NOT_COMPLETE        –
NOT_COMPLETE     UNIDENTIFIED   PENDING       –           –                  –                –                 –                  –                NOT_COMPLETE        –
PENDING          UNIDENTIFIED   PENDING       –           UNIDENTIFIED       NOT_COMPLETE     AUTHORIZED        NOT_COMPLETE       –                –                   –
AUTHORIZED       –              –             –           –                  –                –                 –                  NOT_COMPLETE     CHANGED             CHANGED_PENDING
CHANGED          –              –             AUTHORIZED  –                  –                –                 –                  NOT_COMPLETE     –                   CHANGED_PENDING
CHANGED_PENDING  –              –             –           AUTHORIZED         NOT_COMPLETE     AUTHORIZED        NOT_COMPLETE       NOT_COMPLETE     –                   –
`

const [head = '', ...lines] = EXPECTED.trim().split('\n')
const columns = head.trim().split(/\s+/)
const pairs = lines.flatMap((line) => {
  const [from = '', ...targets] = line.trim().split(/\s+/)
  return targets.map((to, column): [string, string, string] => [from, columns[column] ?? '', to])
})
const shortOf = (name: string) => (name in SHORT ? SHORT[name as keyof typeof SHORT] : name)

test('every stage of the wire stands in the table, and no other', () => {
  expect(Object.keys(VERIFICATION_STAGES).sort()).toEqual(Object.keys(AuthenticationType.def.entries).sort())
})

describe('the transitions', () => {
  test('are all of those expected', () => {
    expect(columns).toEqual([...VERIFICATION_EVENTS])
    expect(pairs).toHaveLength(VERIFICATIONS.length * VERIFICATION_EVENTS.length)
    expect(VERIFICATIONS.map(shortOf).sort()).toEqual([...NAMES].sort())
  })

  test.each(pairs)('%s, %s: %s', (from, eventName, to) => {
    const verification = VERIFICATIONS.find((name) => shortOf(name) === from)
    const event = VERIFICATION_EVENTS.find((name) => name === eventName)
    if (!verification || !event) throw new Error('the test names what there is not')
    expect(shortOf(verificationAfter(verification, event) ?? '–')).toBe(to)
  })
})

test.each([
  ['trades', 'authorized', ['AUTHORIZED', 'INFORMATION_CHANGED_PENDING']],
  ['is looked at', 'pending', ['PENDING']],
  ['sends the form', 'maySubmit', ['UNAUTHORIZED', 'UNIDENTIFIED', 'NOT_COMPLETE', 'PENDING']],
  ['adds a card', 'mayAddCard', ['AUTHORIZED', 'INFORMATION_CHANGED_PENDING']],
  ['changes the contact', 'mayChangeContact', ['UNAUTHORIZED', 'UNIDENTIFIED', 'NOT_COMPLETE', 'AUTHORIZED']],
] as const)('whoever %s is one of these', (_what, flag, names) => {
  expect(VERIFICATIONS.filter((name) => stageOf(name)[flag])).toEqual(names)
})

test('whoever awaits the code is led to its page, and nobody else', () => {
  const led = VERIFICATIONS.filter((name) => stageOf(name).page === '/profile/fino-verifying')
  expect(led).toEqual(['UNIDENTIFIED', 'INFORMATION_CHANGED'])
  expect(VERIFICATIONS.filter(awaitsIdentityCode)).toEqual(led)
})

test('what needs an operator can be approved and handed back', () => {
  for (const name of VERIFICATIONS) {
    const { on } = stageOf(name)
    expect(on.operatorApproves !== undefined).toBe(on.operatorHandsBack !== undefined)
    expect(on.registryConfirmed !== undefined).toBe(on.operatorApproves !== undefined)
  }
})
