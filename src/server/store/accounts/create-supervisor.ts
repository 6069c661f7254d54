import type { Database } from '../database.ts'
import { createUser } from './create-user.ts'
import { setVerification } from './identities.ts'
import { findOwner } from './users.ts'

/**
 * The account of a market maker: level SUPERVISOR, authorized, and without password or mobile number, so
 * that nobody can sign in to it. Asked again with the same name it gives the same account.
 * @param systemName of our own choice: "market-maker"
 * @returns the user's id, which is the owner's id in the ledger
 */
export async function createSupervisor(
  database: Database,
  { systemName, at }: { systemName: string; at: Date },
): Promise<number> {
  const owner = { systemName }
  return database.transaction(async (tx) => {
    const known = await findOwner(tx, owner)
    if (known !== undefined) return known
    const nobody = { passwordHash: undefined, invitedBy: undefined, acceptedTermsAt: undefined }
    const created = await createUser(tx, { owner, level: 'SUPERVISOR', ...nobody, at })
    const userId = created ?? (await findOwner(tx, owner))
    if (userId === undefined) throw new Error(`the account ${systemName} was neither made nor found`)
    await setVerification(tx, { userId, verification: 'AUTHORIZED' })
    return userId
  })
}
