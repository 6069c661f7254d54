import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { answeredBefore, contentHashOf, sameContentSince } from '../../accounts/tickets/sent-before.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  type CannedAnswerText,
  deleteCannedAnswer,
  findSentCannedAnswer,
  insertCannedAnswer,
  lockCannedAnswers,
  updateCannedAnswer,
} from '../../store/accounts/tickets.ts'
import type { Acting } from '../act.ts'

type Changing = Pick<Accounts, 'database' | 'now'>

/** @returns its id; for a repeat, the id of the first. Refuses IDEMPOTENCY_KEY_REUSED. */
export function addCannedAnswer(
  { database, now }: Changing,
  { clientKey, ...text }: CannedAnswerText & { readonly clientKey: string | undefined },
  acting: Acting,
): Promise<number | Rejected> {
  const at = now()
  const contentHash = contentHashOf([text.title, text.fa, text.en])
  return database.transaction(async (tx) => {
    await lockCannedAnswers(tx)
    const before = await findSentCannedAnswer(tx, { clientKey, contentHash, since: sameContentSince(at) })
    if (before) return answeredBefore(before)
    const { operatorId } = acting
    const id = await insertCannedAnswer(tx, { ...text, operatorId, at, clientKey, contentHash })
    const event = { at, kind: 'CANNED_ANSWER_CHANGED', userId: undefined, details: { answer: id, title: text.title } }
    await recordEvent(tx, { ...acting, ...event })
    return id
  })
}

/** Refuses CANNED_ANSWER_NOT_FOUND. */
export function changeCannedAnswer(
  { database, now }: Changing,
  { id, ...text }: CannedAnswerText & { readonly id: string },
  acting: Acting,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const isChanged = await updateCannedAnswer(tx, id, { ...text, operatorId: acting.operatorId, at })
    if (!isChanged) return rejected('CANNED_ANSWER_NOT_FOUND')
    const event = { at, kind: 'CANNED_ANSWER_CHANGED', userId: undefined, details: { answer: id, title: text.title } }
    await recordEvent(tx, { ...acting, ...event })
    return undefined
  })
}

/** Refuses CANNED_ANSWER_NOT_FOUND. */
export function removeCannedAnswer({ database, now }: Changing, id: string, acting: Acting) {
  const at = now()
  return database.transaction(async (tx) => {
    const title = await deleteCannedAnswer(tx, id)
    if (title === undefined) return rejected('CANNED_ANSWER_NOT_FOUND')
    const event = { at, kind: 'CANNED_ANSWER_REMOVED', userId: undefined, details: { answer: id, title } }
    await recordEvent(tx, { ...acting, ...event })
    return undefined
  })
}
