import { type Rejected, rejected } from '#contract/rejected.ts'
import { findTicketFile } from '../../store/accounts/ticket-messages.ts'
import type { Queryable } from '../../store/database.ts'
import type { Accounts } from '../accounts.ts'
import { readPicture } from '../kept-pictures.ts'

/** The only valid names: no path, no other ending. */
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|pdf)$/

const MIME_TYPES = new Map([
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
])

export interface TicketFile {
  readonly bytes: Buffer
  /** The name under which a browser saves it. */
  readonly fileName: string
  readonly mimeType: string
  readonly ticketId: number
  readonly userId: number
}

/** The id of the user whose ticket names this file; `undefined` for a name that no message has. */
async function find(database: Queryable, name: string) {
  const ending = NAME.exec(name)?.[1]
  const found = ending === undefined ? undefined : await findTicketFile(database, name)
  return found && ending !== undefined ? { ...found, ending } : undefined
}

/**
 * A file of a ticket, optionally of this owner alone; the route checks an operator's right. Refuses FILE_NOT_FOUND, for another's file in
 * the same words as for a missing one.
 * @throws Error if the file differs from what was sealed
 */
export async function readTicketFile(
  accounts: Pick<Accounts, 'database' | 'files' | 'sealer'>,
  { name, userId }: { name: string; userId?: number },
): Promise<TicketFile | Rejected> {
  const found = await find(accounts.database, name)
  if (!found || (userId !== undefined && found.userId !== userId)) return rejected('FILE_NOT_FOUND')
  const bytes = await readPicture(accounts, name)
  if (!bytes) return rejected('FILE_NOT_FOUND')
  const { ticketId, ending } = found
  return {
    ...{ bytes, ticketId, userId: found.userId },
    fileName: `kimia-ticket-${ticketId}.${ending}`,
    mimeType: MIME_TYPES.get(ending) ?? 'application/octet-stream',
  }
}
