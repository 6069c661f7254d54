import { IdentityPage } from '#client/features/operations/identity-page.tsx'
import { OperatorLogin } from '#client/features/operations/operator-login.tsx'
import { ProposalsPage } from '#client/features/operations/proposals-page.tsx'
import { ProposeOperatorSheet } from '#client/features/operations/propose-operator.tsx'
import { SetUpScreen } from '#client/features/operations/set-up-screen.tsx'
import { SupervisorSheet } from '#client/features/operations/supervisor-sheet.tsx'
import type { UserPage } from '#client/features/operations/user.queries.ts'
import { UserActSheet } from '#client/features/operations/user-acts.tsx'
import { UserScreen } from '#client/features/operations/user-screen.tsx'
import { words as en } from '#client/locales/en/operations.ts'
import { words as fa } from '#client/locales/fa/operations.ts'
import { getCoinDetails } from '#contract/coins.ts'
import { beginSetUp, finishSetUp, getOperator, operatorLogin } from '#contract/operations.ts'
import { approvePendingIdentity, getPendingIdentity } from '#contract/operations-identities.ts'
import { approveProposal, getProposals, proposeOperator, proposeSupervisor } from '#contract/operations-proposals.ts'
import { freezeUser, getUser, setUserLevel, unfreezeUser } from '#contract/operations-users.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { WIRE_COINS } from '#tests/builders/wire-coins.ts'
import { fill, press, submit, tickFirst, write } from './act.ts'
import { type Meeting, testRefusals } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }
const nothing = () => undefined
const coins = mockEndpoint(getCoinDetails, WIRE_COINS)
const admin = mockEndpoint(getOperator, {
  baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
})
const AT = '2026-11-20T08:00:00Z'

const user: UserPage = {
  id: '1001',
  mobileNumber: '+989120001001',
  firstName: 'Mina',
  lastName: 'Rad',
  nationalCode: null,
  authenticationType: 'AUTHORIZED',
  userAccountLevel: 'VIP_1',
  frozen: false,
  createdDate: AT,
  email: null,
  birthDay: null,
  state: null,
  city: null,
  twoStepAuthenticationType: 'SMS',
  levelSetByHand: false,
  frozenBy: null,
  frozenAt: null,
  withdrawalsHeldUntil: null,
  photos: 0,
  freeze: null,
  cards: [],
  balances: [],
  credit: { lines: [], owed: [] },
  logins: [],
  sessions: [],
  savedAddresses: [],
  onlySavedAddresses: false,
}

/** Fills in the reason that every action needs. */
async function giveReason(language: Language) {
  await write(WORDS[language].act.reason, 'asked for by letter')
  await submit()
}

const atLogin: Meeting = {
  part: <OperatorLogin />,
  refused: operatorLogin,
  act: async () => {
    await fill({ mobileNumber: '09121234567', password: 'Zafaran-99', code: '123456' })
    await submit()
  },
}

const atSetUp: Meeting = {
  part: <SetUpScreen />,
  refused: finishSetUp,
  answers: [mockEndpoint(beginSetUp, { setUpToken: 'token' })],
  act: async (language) => {
    await write(WORDS[language].login.mobile, '09121234567')
    await write(WORDS[language].setUp.handover, 'K7QM-2XRD')
    await submit()
    await write(WORDS[language].setUp.code, '123456')
    await submit()
  },
}

const atNewOperator: Meeting = {
  part: <ProposeOperatorSheet onClose={nothing} />,
  refused: proposeOperator,
  act: async (language) => {
    await write(WORDS[language].login.mobile, '09121234567')
    await write(WORDS[language].users.name, 'Sara')
    await tickFirst()
    await giveReason(language)
  },
}

const atSupervisor: Meeting = {
  part: <SupervisorSheet user={user} onClose={nothing} />,
  refused: proposeSupervisor,
  answers: [coins],
  act: async (language) => {
    await write(WORDS[language].act.supervisor.amount, '5000000')
    await giveReason(language)
  },
}

const atFreeze: Meeting = {
  part: <UserActSheet user={user} act={{ kind: 'freeze' }} onClose={nothing} />,
  refused: freezeUser,
  act: giveReason,
}

const atUnfreeze: Meeting = {
  part: <UserActSheet user={user} act={{ kind: 'unfreeze' }} onClose={nothing} />,
  refused: unfreezeUser,
  act: giveReason,
}

const atLevel: Meeting = {
  part: <UserActSheet user={user} act={{ kind: 'level' }} onClose={nothing} />,
  refused: setUserLevel,
  act: giveReason,
}

const atUser: Meeting = {
  part: <UserScreen id="1001" />,
  refused: getUser,
  act: async () => undefined,
}

const PROPOSAL = {
  id: '6',
  kind: 'ADD_OPERATOR' as const,
  state: 'OPEN' as const,
  user: null,
  credit: [],
  operator: { name: 'Sara', mobileNumber: '+989121234567' },
  subject: null,
  changes: [],
  broadcast: null,
  reason: 'One more in the evening',
  proposedBy: 'Reza',
  isOwn: false,
  mayDecide: true,
  proposedAt: AT,
  expiresAt: AT,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  executed: false,
  failure: null,
}
const atApproval: Meeting = {
  part: <ProposalsPage />,
  refused: approveProposal,
  answers: [admin, mockEndpoint(getProposals, { content: [PROPOSAL] }), coins],
  act: async (language) => {
    await press(WORDS[language].proposals.approve.action)
    await giveReason(language)
  },
}

const FORM = {
  id: '1001',
  mobileNumber: '+989120001001',
  firstName: 'Mina',
  lastName: 'Rad',
  nationalCode: '0013542419',
  country: null,
  authenticationType: 'PENDING' as const,
  openedAt: AT,
  doubts: [{ what: 'NAME' as const, percent: 71 }],
  nextTryAt: null,
  claim: null,
  email: 'mina@example.com',
  birthDay: '1991-03-12',
  telephone: null,
  foreignMobile: null,
  state: 'تهران',
  city: 'پردیس',
  postalCode: '1234567890',
  address: 'خیابان ولیعصر',
  idFormatType: 'ID_CARD' as const,
  submittedAt: AT,
  documents: [],
  bankAccounts: [],
  handedBack: null,
}
const atIdentity: Meeting = {
  part: <IdentityPage id="1001" />,
  refused: approvePendingIdentity,
  answers: [admin, mockEndpoint(getPendingIdentity, { baseDTO: FORM })],
  act: async (language) => {
    await press(WORDS[language].identities.approve.action)
    await giveReason(language)
  },
}

testRefusals<'console'>({
  OPERATOR_LOGIN_REFUSED: atLogin,
  SET_UP_REFUSED: atSetUp,
  NUMBER_HAS_ACCOUNT: atNewOperator,
  USER_NOT_FOUND: atUser,
  LOOKS_USED_UP: atUser,
  NOTHING_TO_CHANGE: atFreeze,
  OWNER_CHECK_REQUIRED: atUnfreeze,
  SUPERVISOR_BY_PROPOSAL: atLevel,
  USER_NOT_VERIFIED: atSupervisor,
  CREDIT_REQUIRED: atSupervisor,
  COIN_NOT_FOUND: atSupervisor,
  UNACCEPTABLE_AMOUNT: atSupervisor,
  PROPOSAL_EXISTS: atNewOperator,
  TOO_MANY_PROPOSALS: atNewOperator,
  PROPOSAL_NOT_FOUND: atApproval,
  PROPOSAL_CLOSED: atApproval,
  FOUR_EYES_REQUIRED: atApproval,
  CONTENT_NOT_FOUND: atApproval,
  CONTENT_CHANGED: atApproval,
  IDENTITY_NOT_PENDING: atIdentity,
})
