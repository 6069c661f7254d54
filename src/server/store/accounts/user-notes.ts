import { toCount } from '#domain/counts.ts'
import type { PageOf } from '#domain/page.ts'
import type { Queryable, Transaction } from '../database.ts'
import { type Paged, readPage } from '../page.ts'

export interface UserNoteRow {
  readonly id: number
  readonly text: string
  /** The operator's name. */
  readonly by: string
  readonly at: Date
}

interface Columns {
  id: bigint
  text: string
  operator_name: string | null
  at: Date
}

const ROW = `select user_notes.id, text, operator_name, at from user_notes join users on users.id = operator_id
  where user_notes.id = page.id`

/** The notes about a user, newest first. */
export function readUserNotes(
  database: Queryable,
  { userId, ...asked }: PageOf & { userId: number },
): Promise<Paged<UserNoteRow>> {
  const list = { table: 'user_notes', conditions: ['user_id = $1'], values: [userId], row: ROW }
  const read = ({ id, text, operator_name, at }: Columns) => ({ id: toCount(id), text, by: operator_name ?? '', at })
  return readPage(database, { list, asked, read })
}

export interface NewUserNote {
  readonly userId: number
  readonly operatorId: number
  readonly text: string
  readonly at: Date
  /** The same note of the same operator after this moment counts as sent again. */
  readonly sameSince: Date
}

/** Locking the user's row makes two concurrent calls wait for each other. @returns `undefined` if there is no such user */
export async function addUserNote(tx: Transaction, note: NewUserNote): Promise<number | undefined> {
  const { userId, operatorId, text, at, sameSince } = note
  const [user] = await tx.query(`select 1 from users where id = $1 and role = 'CUSTOMER' for update`, [userId])
  if (!user) return undefined
  const [sent] = await tx.query<{ id: bigint }>(
    'select id from user_notes where user_id = $1 and operator_id = $2 and text = $3 and at > $4',
    [userId, operatorId, text, sameSince],
  )
  if (sent) return toCount(sent.id)
  const [added] = await tx.query<{ id: bigint }>(
    'insert into user_notes (user_id, operator_id, at, text) values ($1, $2, $3, $4) returning id',
    [userId, operatorId, at, text],
  )
  return added && toCount(added.id)
}
