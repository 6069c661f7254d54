import { type Rejected, rejected } from '#contract/rejected.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deletePasskey, lockOwnPasskey, type PasskeyRow, renameOwnPasskey } from '../../store/accounts/passkeys.ts'
import type { Actor } from '../actor.ts'
import type { Passkeys } from './passkeys.ts'

/** Refuses NOT_FOUND if the user has no such passkey. */
export async function renamePasskey(
  { accounts }: Passkeys,
  { id, name }: { id: string; name: string },
  actor: Actor,
): Promise<PasskeyRow | Rejected> {
  const at = accounts.now()
  return accounts.database.transaction(async (tx) => {
    const passkey = await lockOwnPasskey(tx, { userId: actor.userId, id })
    if (!passkey) return rejected('NOT_FOUND')
    await renameOwnPasskey(tx, { id: passkey.id, name })
    await recordEvent(tx, {
      at,
      kind: 'PASSKEY_RENAMED',
      ...actor,
      details: { passkey: passkey.id, before: passkey.name, after: name },
    })
    return { ...passkey, name }
  })
}

/** A password and the second step always remain, so the last passkey may be removed. Refuses NOT_FOUND. */
export async function removePasskey({ accounts }: Passkeys, id: string, actor: Actor): Promise<Rejected | undefined> {
  const at = accounts.now()
  const { userId } = actor
  return accounts.database.transaction(async (tx) => {
    const passkey = await lockOwnPasskey(tx, { userId, id })
    if (!passkey) return rejected('NOT_FOUND')
    await deletePasskey(tx, passkey.id)
    await queueNotice(tx, { userId, kind: 'PASSKEY_REMOVED', params: { name: passkey.name }, at })
    await recordEvent(tx, {
      at,
      kind: 'PASSKEY_REMOVED',
      ...actor,
      details: { passkey: passkey.id, name: passkey.name },
    })
    return undefined
  })
}
