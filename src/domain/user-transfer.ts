import { readId } from './counts.ts'
import type { MobileNumber } from './mobile-number.ts'

/** The token type of withdrawals to another user, which the ledger of the exchange makes by itself. */
export const USER_TRANSFER = 'USER'

/** The address of such a withdrawal: the number by which its sender named the recipient, and the recipient, who may change the number later. */
export const addressOfUser = ({ mobile, userId }: { mobile: MobileNumber; userId: number }): string =>
  `${mobile}/${userId}`

/** Reads what `addressOfUser` wrote. */
export function readUserAddress(address: string): { readonly mobile: string; readonly userId: number } {
  const [mobile = '', id = ''] = address.split('/')
  return { mobile, userId: readId(id) }
}
