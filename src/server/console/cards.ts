import { type Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { stageOf } from '#domain/verification.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import {
  type BankAccountRow,
  isTaken,
  readBankAccounts,
  saveUnverified,
  saveVerified,
} from '../store/accounts/bank-accounts.ts'
import { type AccountFacts, lockAccountFacts } from '../store/accounts/console-users.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import type { Transaction } from '../store/database.ts'
import { type Act, recordAct } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import type { Approved } from './proposals/proposal.ts'
import { proposeSetting } from './proposals/setting.ts'

type Services = Pick<ConsoleServices, 'accounts'>

interface CardOf {
  readonly userId: number
  readonly cardId: number
}

const SHOWN_DIGITS = 4
const endOf = (number: string) => number.slice(-SHOWN_DIGITS)
const ends = ({ cardNumber, sheba }: BankAccountRow) => ({ card: endOf(cardNumber), sheba: endOf(sheba) })

async function findCard(
  tx: Transaction,
  { userId, cardId }: CardOf,
): Promise<{ readonly facts: AccountFacts; readonly card: BankAccountRow } | Rejected> {
  const facts = await lockAccountFacts(tx, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  const card = (await readBankAccounts(tx, userId)).find(({ id }) => id === cardId)
  return card ? { facts, card } : rejected('NOT_FOUND')
}

/**
 * Proposes that a card belongs to its customer although the bank did not confirm it, because an operator has checked. Refuses USER_NOT_FOUND,
 * NOT_FOUND, USER_NOT_VERIFIED, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeCard(
  { accounts: { database, now } }: Services,
  { userId, cardId }: CardOf,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const found = await findCard(tx, { userId, cardId })
    if (!('card' in found)) return found
    if (found.card.verified) return rejected('NOTHING_TO_CHANGE')
    if (!stageOf(found.facts.verification).authorized) return rejected('USER_NOT_VERIFIED')
    const after = ends(found.card)
    const proposed = { kind: 'VERIFY_CARD', userId, subject: String(cardId), before: undefined, after } as const
    return proposeSetting(tx, proposed, { act, at: now() })
  })
}

/** Refuses a customer or card that has changed meanwhile, and BANK_ACCOUNT_TAKEN. */
export async function verifyProposedCard(
  tx: Transaction,
  { userId = 0, subject }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const cardId = readId(subject ?? '')
  const found = await findCard(tx, { userId, cardId })
  if (!('card' in found)) return found
  const { facts, card } = found
  if (card.verified) return rejected('NOTHING_TO_CHANGE')
  if (!stageOf(facts.verification).authorized) return rejected('USER_NOT_VERIFIED')
  await tx.query('lock table bank_accounts in share row exclusive mode')
  if (await isTaken(tx, { userId, accounts: [card] })) return rejected('BANK_ACCOUNT_TAKEN')
  await saveVerified(tx, { userId, id: cardId, at })
  await queueNotice(tx, { userId, kind: 'CARD_VERIFIED', params: { card: endOf(card.cardNumber) }, at })
  return { userId, details: ends(card) }
}

/** Revokes the verification of a card, so that nothing is paid to it any more. Refuses USER_NOT_FOUND, NOT_FOUND, NOTHING_TO_CHANGE. */
export function unverifyCard(
  { accounts: { database, now } }: Services,
  { userId, cardId }: CardOf,
  act: Act,
): Promise<Rejected | undefined> {
  return database.transaction(async (tx) => {
    const found = await findCard(tx, { userId, cardId })
    if (!('card' in found)) return found
    if (!found.card.verified) return rejected('NOTHING_TO_CHANGE')
    const at = now()
    await saveUnverified(tx, { userId, id: cardId, at })
    await queueNotice(tx, { userId, kind: 'CARD_UNVERIFIED', params: { card: endOf(found.card.cardNumber) }, at })
    await recordAct(tx, act, { at, kind: 'CARD_UNVERIFIED', userId, details: ends(found.card) })
    return undefined
  })
}
