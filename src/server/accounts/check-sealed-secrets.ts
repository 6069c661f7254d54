import { readSealed, SEALED_COLUMNS } from '../store/accounts/sealed-columns.ts'
import type { Queryable } from '../store/database.ts'
import { contextOfSealed } from './seal-secrets.ts'
import type { Sealer } from './sealer.ts'

/** Enough to tell a wrong key from a few damaged rows. */
const SAMPLE = 50

/**
 * Looks whether the keys open what the database keeps sealed. With other keys everything would seem to work but for the sign-in of every
 * operator and every customer with an authenticator.
 * @throws Error where there are sealed secrets, and of some column none opens
 */
export async function checkSealedSecrets(database: Queryable, sealer: Sealer): Promise<void> {
  for (const column of SEALED_COLUMNS) {
    const rows = await readSealed(database, { column, after: 0, max: SAMPLE })
    const opens = rows.some((row) => {
      try {
        sealer.open(row.sealed, contextOfSealed(column, row))
        return true
      } catch {
        return false
      }
    })
    if (rows.length > 0 && !opens)
      throw new Error(
        'The encryption key does not open the secrets of this database (authenticators, keys of programs). Set ENCRYPTION_KEYS to the key that they were sealed with, or put the file "encryption-key" of the old machine beside the data.',
      )
  }
}
