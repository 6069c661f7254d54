import { expect, test } from 'vitest'
import { AuthenticationType } from '#contract/account.ts'
import { stageOf, VERIFICATION_STAGES } from '#domain/verification.ts'

test('every stage of the wire stands in the table, and no other', () => {
  expect(Object.keys(VERIFICATION_STAGES).sort()).toEqual(Object.keys(AuthenticationType.def.entries).sort())
})

test('trade is open to AUTHORIZED and INFORMATION_CHANGED_PENDING, and PENDING alone is pending', () => {
  const stages = Object.entries(VERIFICATION_STAGES)
  const those = (flag: 'authorized' | 'pending') => stages.filter(([, stage]) => stage[flag]).map(([name]) => name)
  expect(those('authorized')).toEqual(['AUTHORIZED', 'INFORMATION_CHANGED_PENDING'])
  expect(those('pending')).toEqual(['PENDING'])
})

test('a new account becomes authorized by a confirmed form and then the code', () => {
  const afterForm = stageOf('UNAUTHORIZED').onConfirmedForm
  expect(afterForm).toBe('UNIDENTIFIED')
  expect(stageOf('UNAUTHORIZED').onCode).toBeUndefined()
  expect(stageOf('UNIDENTIFIED').onCode).toBe('AUTHORIZED')
})

test('the form is closed once the personal fields are proven', () => {
  const closed = ['AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING'] as const
  expect(closed.map((name) => stageOf(name).onConfirmedForm)).toEqual([undefined, undefined, undefined])
})
