import { ANSWERS_KEPT_MS, type Answers } from '../engine/answers.ts'
import type { Queryable } from '../store/database.ts'
import type { OutcomeRow } from '../store/exchange-rows.ts'
import { findOutcomes, type KeyOfUser, readOutcomes } from '../store/outcomes.ts'
import type { Request } from './execute.ts'
import { decodeOutcome } from './outcome-text.ts'

/** Reads as many of the newest answers as memory holds. */
export async function recallNewest(database: Queryable, answers: Answers, now: number): Promise<void> {
  addAll(answers, await readOutcomes(database, { since: dayBefore(now), rowsMax: answers.max + 1 }))
  // If one answer more than memory holds was read, dropping it records that older ones exist.
  answers.trim()
  answers.beginHere()
}

/** Reads the stored answers under these keys. */
export async function recallKeys(
  database: Queryable,
  answers: Answers,
  { keys, now }: { keys: readonly KeyOfUser[]; now: number },
): Promise<void> {
  addAll(answers, await findOutcomes(database, { keys, since: dayBefore(now) }))
}

/** The keys of these requests for which memory cannot decide whether they were answered. */
export function undecidedKeys(
  answers: Answers,
  { batch, now }: { readonly batch: readonly { readonly command: Request }[]; readonly now: number },
): KeyOfUser[] {
  if (answers.isComplete(now)) return []
  return batch.flatMap(({ command }) => {
    if (!('key' in command) || ('isNeverRepeated' in command && command.isNeverRepeated)) return []
    const { userId, key } = command
    return answers.find(userId, key, now) || answers.isYounger(userId, key) ? [] : { userId, key }
  })
}

const dayBefore = (now: number) => new Date(now - ANSWERS_KEPT_MS)

function addAll(answers: Answers, rows: readonly OutcomeRow[]): void {
  for (const row of rows) answers.add({ ...row, outcome: decodeOutcome(row.outcome, row.at) })
}
