import { type MobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import type { Queryable } from '../database.ts'
import { readBankAccounts } from './bank-accounts.ts'

/** Who pays by card: the mobile number for the gateway, and the cards that were verified as the user's own. */
export async function readPayer(
  database: Queryable,
  userId: number,
): Promise<{ mobileNumber: MobileNumber; cards: string[] }> {
  const [row] = await database.query<{ mobile: string | null }>('select mobile from users where id = $1', [userId])
  const mobileNumber = parseMobileNumber(row?.mobile ?? '')
  if (!mobileNumber) throw new Error(`user ${userId} has no mobile number`)
  const accounts = await readBankAccounts(database, userId)
  return { mobileNumber, cards: accounts.map(({ cardNumber }) => cardNumber) }
}
