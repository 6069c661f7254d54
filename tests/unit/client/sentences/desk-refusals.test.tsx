import { OperatorsPage } from '#client/features/operations/operators-page.tsx'
import { words as deskEn } from '#client/locales/en/desk.ts'
import { words as en } from '#client/locales/en/operations.ts'
import { words as deskFa } from '#client/locales/fa/desk.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { getOperator } from '#contract/operations.ts'
import { getOperators, proposeRoles } from '#contract/operations-proposals.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { press, submit, tickFirst, write } from './act.ts'
import { type Meeting, testRefusals } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }
const DESK_WORDS = { fa: deskFa, en: deskEn }
const admin = mockEndpoint(getOperator, {
  baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
})

/** Every act has a reason. */
async function giveReason(language: Language) {
  await write(WORDS[language].act.reason, 'asked for by letter')
  await submit()
}

const MINA = {
  id: '10',
  name: 'Mina',
  mobileNumber: '+989121234567',
  roles: ['ADMIN' as const],
  hasKeys: true,
  isFrozen: false,
  isOwn: false,
}
const atRoles: Meeting = {
  part: <OperatorsPage />,
  refused: proposeRoles,
  answers: [admin, mockEndpoint(getOperators, { content: [MINA] })],
  act: async (language) => {
    await press(DESK_WORDS[language].operators.change.action)
    await tickFirst()
    await giveReason(language)
  },
}

testRefusals<'desk'>({
  OPERATOR_RIGHT_MISSING: atRoles,
  OPERATOR_NOT_FOUND: atRoles,
  TWO_ADMINS_NEEDED: atRoles,
})
