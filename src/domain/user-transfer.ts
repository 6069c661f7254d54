import { TOMAN_DECIMALS } from './coin.ts'
import { fromCount, readId } from './counts.ts'
import { amount } from './units.ts'

/** The token type of withdrawals to another user, which the ledger of the exchange makes by itself. */
export const USER_TRANSFER = 'USER'

/**
 * The least value of a transfer in units of Toman: 10,000 Toman, since less would be a message that costs its sender next to nothing. The
 * sentences of LOW_AMOUNT at a transfer name the same figure.
 */
export const LEAST_TRANSFER_VALUE = amount(10_000n * 10n ** fromCount(TOMAN_DECIMALS))

/**
 * The address of such a withdrawal: the number, or the address on a chain, by which its sender named the recipient, and the recipient, who may
 * change the number later.
 */
export const addressOfUser = ({ named, userId }: { named: string; userId: number }): string => `${named}/${userId}`

/** Reads what `addressOfUser` wrote. */
export function readUserAddress(address: string): { readonly named: string; readonly userId: number } {
  const [named = '', id = ''] = address.split('/')
  return { named, userId: readId(id) }
}
