import { CustodyPage } from '#client/features/operations/custody/custody-page.tsx'
import { OutgoingCoins } from '#client/features/operations/custody/outgoing-coins.tsx'
import { words as en } from '#client/locales/en/custody.ts'
import { words as fa } from '#client/locales/fa/custody.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import {
  draftColdPayment,
  getCustody,
  getCustodyBalances,
  getOddDeposits,
  getOutgoingCoins,
  proposeColdPayment,
  resumeCustody,
  type stopCustody,
} from '#contract/operations-custody.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { press, write } from './act.ts'
import type { Meeting } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }

/** A withdrawal that is paid from cold storage. */
const OUTGOING: Reply<typeof getOutgoingCoins>['content'][number] = {
  ...{ id: '7', userId: '1009', network: 'ERC20', coin: 'ETHEREUM', amount: '1.5', address: '0xdest', tag: null },
  ...{ state: 'APPROVED', createdAt: '2026-11-28T07:30:00.000Z', refusal: null, txid: null, confirmations: null },
  ...{ confirmationsNeeded: null, signedBy: [], signInput: null, isForCold: true },
}

const admin = mockEndpoint(getOperator, {
  baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
})
const answers = [admin, mockEndpoint(getOutgoingCoins, { content: [OUTGOING] })]

/** The report of a payment from cold storage. */
export const meetAtColdPayment = (giveReason: (language: Language) => Promise<void>): Meeting => ({
  ...{ part: <OutgoingCoins />, refused: proposeColdPayment, answers },
  act: async (language) => {
    const { book, odd } = WORDS[language]
    await press(book.action)
    await write(odd.txid, `0x${'a'.repeat(64)}`)
    await giveReason(language)
  },
})

/** The payment that cold storage is to sign. */
export const MEET_AT_COLD_DRAFT: Meeting = {
  ...{ part: <OutgoingCoins />, refused: draftColdPayment, answers },
  act: async (language) => press(WORDS[language].bring.draft),
}

const custody = (stoppedAt: string | null) => [
  admin,
  mockEndpoint(getCustody, {
    baseDTO: { state: 'ANSWERS', stoppedAt, resumeText: stoppedAt && 'to sign', networks: [] },
  }),
  mockEndpoint(getCustodyBalances, { baseDTO: { at: '2026-11-28T07:30:00.000Z', networks: [] } }),
  mockEndpoint(getOddDeposits, { content: [] }),
]

/** The stop of all sending, or its end. */
export const meetAtSwitch = (
  refused: typeof stopCustody | typeof resumeCustody,
  giveReason: (language: Language) => Promise<void>,
): Meeting => ({
  ...{ part: <CustodyPage />, refused },
  answers: custody(refused === resumeCustody ? '2026-11-28T07:30:00.000Z' : null),
  act: async (language) => {
    await press(WORDS[language][refused === resumeCustody ? 'resume' : 'stop'].action)
    await giveReason(language)
  },
})
