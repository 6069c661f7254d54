import { type Rejected, rejected } from '#contract/rejected.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { markDocumentsDeleted } from '../store/accounts/identities.ts'
import type { Accounts } from './accounts.ts'

export interface DocumentDeletion {
  /** Whose documents. */
  readonly userId: number
  readonly operatorId: number
  readonly reason: string
  readonly ip: string
  readonly device: string
}

/**
 * Deletes the photos of a person's documents: they lie in the bin for thirty days and are then erased. What the person has proven stays proven.
 * Refuses NOT_FOUND where there are none.
 */
export async function deleteDocuments(
  { database, files, now }: Pick<Accounts, 'database' | 'files' | 'now'>,
  { userId, operatorId, reason, ip, device }: DocumentDeletion,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const names = await markDocumentsDeleted(tx, { userId, at })
    if (names.length === 0) return rejected('NOT_FOUND')
    // Before the commit: where it fails, the sweep takes out of the bin what rows name, and nothing would look for what none names.
    await files.bin(names, at)
    const details = { reason, photos: names.length }
    await recordEvent(tx, { at, kind: 'DOCUMENTS_DELETED', userId, operatorId, ip, device, details })
    return undefined
  })
}
