import type { Queryable } from './database.ts'
import { readCount } from './decode-value.ts'
import type { OutcomeRow } from './exchange-rows.ts'
import { freeText, milliseconds, readBulk, readFreeText } from './read-bulk.ts'

/** Takes what was answered later than `after`, oldest first. */
export function readOutcomes(
  database: Queryable,
  { after }: { after: Date },
  take: (outcome: OutcomeRow) => void,
): Promise<void> {
  return readBulk(database, {
    fields: ['user_id', freeText('key'), freeText('fingerprint'), freeText('outcome'), milliseconds('at')],
    from: 'outcomes where true',
    key: 'at',
    after: after.toISOString(),
    pageRows: 50_000,
    take: ([userId = '', key = '', fingerprint = '', outcome = '', at = '']) =>
      take({
        userId: readCount(userId),
        key: readFreeText(key) ?? '',
        fingerprint: readFreeText(fingerprint) ?? '',
        outcome: readFreeText(outcome) ?? '',
        at: readCount(at),
      }),
  })
}
