import type { Queryable } from '../store/database.ts'
import { pushContext } from '../store/notifications/push-subscriptions.ts'
import {
  readSealed,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedRow,
} from '../store/sealed-columns.ts'
import { deliveryCodeContext } from '../store/wallets/deliveries.ts'
import { liabilityContext } from '../store/wallets/liabilities.ts'
import type { Accounts } from './accounts.ts'
import { contextOf } from './api-keys/api-keys.ts'
import type { Sealer } from './sealer.ts'
import { totpContext } from './second-step.ts'

/** The number of rows read at a time. */
const PAGE = 200

/** The context to which each column's bytes are bound. */
const CONTEXTS: Readonly<Record<SealedColumn, (row: SealedRow) => string>> = {
  totp: ({ id }) => totpContext(id),
  totpChange: ({ id }) => totpContext(id),
  apiKey: ({ belongsTo }) => contextOf(belongsTo),
  push: ({ belongsTo }) => pushContext(belongsTo),
  deliveryCode: ({ id }) => deliveryCodeContext(id),
  liability: ({ id }) => liabilityContext(id),
}

/** The context to which a row's bytes are bound. */
const contextOfSealed = (column: SealedColumn, row: SealedRow): string => CONTEXTS[column](row)

/**
 * Seals again with the present key all that columns hold under an older one: secrets of authenticators, of programs' keys and of push
 * subscriptions, codes of hand-overs and secrets of proofs. It may be stopped at any point and started again. Secrets that no key opens stay as they are, and one error is logged for all.
 */
export async function sealSecrets(
  { database, sealer, log }: Pick<Accounts, 'database' | 'sealer' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  let unreadable = 0
  for (const column of SEALED_COLUMNS) {
    for (let after = 0, rows = PAGE; rows === PAGE && !stopping.aborted; ) {
      const page = await readSealed(database, { column, after, max: PAGE })
      for (const row of page.filter(({ sealed }) => sealer.isOld(sealed))) {
        const sealed = sealAnew(sealer, row, contextOfSealed(column, row))
        if (sealed) await replaceSealed(database, { column, row, sealed })
        else unreadable += 1
      }
      rows = page.length
      after = page.at(-1)?.id ?? after
    }
  }
  if (unreadable > 0)
    log.error(
      { secrets: unreadable },
      'no key of ENCRYPTION_KEYS opens some secrets in the database; add the older key',
    )
}

function sealAnew(sealer: Sealer, { sealed }: SealedRow, context: string): Buffer | undefined {
  try {
    return sealer.seal(sealer.open(sealed, context), context)
  } catch {
    return undefined
  }
}

/** Enough to tell a wrong key from a few damaged rows. */
const SAMPLE = 50

/**
 * Checks that the keys open the sealed data of the database. With other keys everything would seem to work except the sign-in of every
 * operator and every customer with an authenticator.
 * @throws Error if some column has sealed secrets and none of them opens
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
