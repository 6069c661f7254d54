import { OutgoingCoins } from '#client/features/operations/custody/outgoing-coins.tsx'
import { words as en } from '#client/locales/en/custody.ts'
import { words as fa } from '#client/locales/fa/custody.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getOperator } from '#contract/operations.ts'
import { draftColdPayment, getOutgoingCoins, proposeColdPayment } from '#contract/operations-custody.ts'
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

const answers = [
  mockEndpoint(getOperator, {
    baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
  }),
  mockEndpoint(getOutgoingCoins, { content: [OUTGOING] }),
]

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
