import type { DocumentName } from '#contract/documents.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { markDocumentsDeleted, readIdentity } from '../store/accounts/identities.ts'
import type { Accounts } from './accounts.ts'
import { readPicture } from './kept-pictures.ts'

export interface DocumentView {
  /** The owner of the document. */
  readonly userId: number
  readonly name: DocumentName
  /** The owner, unless there is an operator. */
  readonly viewer: { readonly operatorId?: number; readonly ip: string; readonly device: string }
}

/**
 * The JPEG of a person's document, for its owner or an operator: the route decides who may ask. The audit log records the view before the
 * picture leaves. Refuses NOT_FOUND if none was sent or it was deleted.
 * @throws Error if the file differs from what was sealed
 */
export async function readDocument(
  accounts: Pick<Accounts, 'database' | 'files' | 'sealer' | 'now'>,
  { userId, name, viewer }: DocumentView,
): Promise<Buffer | Rejected> {
  const { database, now } = accounts
  const file = (await readIdentity(database, userId))?.pictures[name]
  const picture = file === undefined ? undefined : await readPicture(accounts, file)
  if (!picture) return rejected('NOT_FOUND')
  const { operatorId, ip, device } = viewer
  return database.transaction(async (tx) => {
    // It may have been deleted or replaced since it was read.
    if ((await readIdentity(tx, userId))?.pictures[name] !== file) return rejected('NOT_FOUND')
    const event = { kind: 'DOCUMENT_VIEWED', userId, operatorId, ip, device, details: { document: name } }
    await recordEvent(tx, { at: now(), ...event })
    return picture
  })
}

export interface DocumentDeletion {
  /** The owner of the documents. */
  readonly userId: number
  readonly operatorId: number
  readonly reason: string
  readonly ip: string
  readonly device: string
}

/**
 * Deletes the photos of a person's documents: the bin keeps them for thirty days, then they are erased. The verification stays.
 * Refuses NOT_FOUND if there are none.
 */
export async function deleteDocuments(
  { database, files, now }: Pick<Accounts, 'database' | 'files' | 'now'>,
  { userId, operatorId, reason, ip, device }: DocumentDeletion,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const names = await markDocumentsDeleted(tx, { userId, at })
    if (names.length === 0) return rejected('NOT_FOUND')
    // Binned before the commit: if it fails, the hourly sweep restores files that rows name, whereas orphaned files would never be found.
    await files.bin(names, at)
    const details = { reason, photos: names.length }
    await recordEvent(tx, { at, kind: 'DOCUMENTS_DELETED', userId, operatorId, ip, device, details })
    return undefined
  })
}
