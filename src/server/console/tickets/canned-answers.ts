import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  type CannedAnswerText,
  deleteCannedAnswer,
  insertCannedAnswer,
  updateCannedAnswer,
} from '../../store/accounts/canned-answers.ts'
import type { Acting } from './act-on-ticket.ts'

type Changing = Pick<Accounts, 'database' | 'now'>

/** @returns its id */
export function addCannedAnswer({ database, now }: Changing, text: CannedAnswerText, acting: Acting): Promise<number> {
  const at = now()
  return database.transaction(async (tx) => {
    const id = await insertCannedAnswer(tx, { ...text, operatorId: acting.operatorId, at })
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
