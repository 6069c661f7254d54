import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { savePhrase } from '../../store/accounts/protection.ts'
import type { Accounts } from '../accounts.ts'
import { eventOf, type SessionActor } from '../actor.ts'

const LETTERS_MIN = 3
const LETTERS_MAX = 30
/** Control characters, line breaks, marks of direction and unassigned characters could disguise text near the phrase. The half-space belongs to Persian. */
const UNPRINTABLE = /(?!\u200C)[\p{C}\p{Zl}\p{Zp}]/u

/** The phrase by which the user recognises our messages; `undefined` removes it. No log contains it. Refuses PHRASE_INVALID. */
export async function setPhrase(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { phrase: typed }: { phrase: string | undefined },
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const phrase = typed?.normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (phrase !== undefined && !isPhrase(phrase)) return rejected('PHRASE_INVALID', { field: 'phrase' })
  await database.transaction(async (tx) => {
    await savePhrase(tx, { userId: actor.userId, phrase })
    const kind = phrase === undefined ? 'PHRASE_REMOVED' : 'PHRASE_SET'
    await recordEvent(tx, { at: now(), kind, ...eventOf(actor) })
  })
  return undefined
}

function isPhrase(phrase: string): boolean {
  const letters = [...phrase].length
  return letters >= LETTERS_MIN && letters <= LETTERS_MAX && !UNPRINTABLE.test(phrase)
}
