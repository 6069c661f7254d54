import { type Rejected, rejected } from '#contract/rejected.ts'
import { deleteApiKey } from '../../store/accounts/api-keys.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import type { Accounts } from '../accounts.ts'
import { type KeyOwner, keyDetails } from './create-api-key.ts'

/** Removes one of the user's own keys. Refuses API_KEY_NOT_FOUND. */
export async function removeApiKey(
  { database, apiKeys, now }: Pick<Accounts, 'database' | 'apiKeys' | 'now'>,
  { userId, ip, device }: KeyOwner,
  id: string,
): Promise<Rejected | undefined> {
  const refused = await database.transaction(async (tx) => {
    const removed = await deleteApiKey(tx, { userId, id })
    if (!removed) return rejected('API_KEY_NOT_FOUND')
    await recordEvent(tx, { at: now(), kind: 'API_KEY_REMOVED', userId, ip, device, details: keyDetails(removed) })
    return undefined
  })
  if (refused) return refused
  apiKeys.refresh(userId)
  return undefined
}
