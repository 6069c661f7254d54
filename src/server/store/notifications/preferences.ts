import { toCount } from '#domain/counts.ts'
import { type NoticePreferences, USUAL_PREFERENCES } from '#domain/notices.ts'
import type { Queryable } from '../database.ts'
import { saveRow } from '../rows.ts'

interface Columns {
  user_id: bigint
  choices: NoticePreferences['choices']
  quiet_from: number | null
  quiet_to: number | null
  shows_amounts: boolean
}

/** The preferences of these users; those who have chosen nothing are absent. */
export async function readPreferences(
  database: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, NoticePreferences>> {
  const rows = await database.query<Columns>(
    'select * from notification_preferences where user_id = any ($1::bigint[])',
    [[...new Set(userIds)]],
  )
  return new Map(
    rows.map(({ user_id, choices, quiet_from, quiet_to, shows_amounts }) => [
      toCount(user_id),
      {
        choices,
        quietHours: quiet_from === null || quiet_to === null ? undefined : { from: quiet_from, to: quiet_to },
        showsAmounts: shows_amounts,
      },
    ]),
  )
}

export const readOwnPreferences = async (database: Queryable, userId: number): Promise<NoticePreferences> =>
  (await readPreferences(database, [userId])).get(userId) ?? USUAL_PREFERENCES

export const keepPreferences = (
  database: Queryable,
  userId: number,
  { choices, quietHours, showsAmounts }: NoticePreferences,
): Promise<void> => {
  const quiet = { quietFrom: quietHours?.from, quietTo: quietHours?.to }
  return saveRow(
    database,
    'notification_preferences',
    { userId },
    { choices: { json: choices }, ...quiet, showsAmounts },
  )
}
