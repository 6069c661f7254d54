import { createHasher, HASH_COST } from '#server/accounts/password-jobs.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'

export const PASSWORD = 'Kimia-1405'

/** The Toman that each begins with. */
export const FUNDS_TOMAN = '100000000000'

/** People enough that the limits of codes, which are a person's own, refuse nobody. */
const TRADERS = 64
const GUESTS = 100
const SAVERS = 240
const PAYERS = 240

export interface Customers {
  /** They place and cancel orders. */
  readonly traders: readonly VerifiedUser[]
  /** They log in, again and again. */
  readonly guests: readonly VerifiedUser[]
  /** They send each other Toman, and do nothing else with their money. */
  readonly savers: readonly VerifiedUser[]
  /** They withdraw XRP. */
  readonly payers: readonly VerifiedUser[]
}

export async function prepareCustomers(settings: DatabaseSettings): Promise<Customers> {
  const count = TRADERS + GUESTS + SAVERS + PAYERS
  const all = await preparedTraders(settings, { count, funds: [`${FUNDS_TOMAN} TOMAN`, '100000 GOLD', '1000 RIPPLE'] })
  const database = await openDatabase(settings)
  await database.query('update users set password_hash = $1', [await createHasher(HASH_COST).hash(PASSWORD)])
  await database.close()
  return {
    traders: all.slice(0, TRADERS),
    guests: all.slice(TRADERS, TRADERS + GUESTS),
    savers: all.slice(TRADERS + GUESTS, -PAYERS),
    payers: all.slice(-PAYERS),
  }
}
