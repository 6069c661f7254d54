import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import type { Destination } from '#domain/ledger.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { type Amount, ZERO } from '#domain/units.ts'
import { addressOfUser, LEAST_TRANSFER_VALUE, USER_TRANSFER } from '#domain/user-transfer.ts'
import { findRecipient } from '../../store/wallets/user-transfers.ts'
import type { WalletServices } from '../wallets.ts'

interface AskedRecipient {
  readonly userId: number
  readonly coin: Coin
  readonly amount: Amount
  /** In any usual spelling. */
  readonly mobileNumber: string
}

/**
 * A verified user of the exchange as the destination of a transfer, which costs nothing. Refuses, in this order: LOW_AMOUNT, TOO_MANY_REQUESTS,
 * MOBILE_NUMBER_NOT_FOUND for a number that no verified user has, and OWN_MOBILE_NUMBER.
 */
export async function readRecipient(
  { database, inToman, countRecipient }: WalletServices,
  { userId, coin, amount, mobileNumber }: AskedRecipient,
): Promise<{ readonly destination: Destination; readonly recipientName: string } | Rejected> {
  const value = inToman(coin, amount)
  if (value !== undefined && value < LEAST_TRANSFER_VALUE) return rejected('LOW_AMOUNT', { field: 'amount' })
  const mobile = parseMobileNumber(mobileNumber)
  const tooMany = await countRecipient(userId)
  if (tooMany) return tooMany
  const recipient = mobile && (await findRecipient(database, mobile))
  if (!recipient) return rejected('MOBILE_NUMBER_NOT_FOUND', { field: 'destinationWalletAddress' })
  if (recipient.userId === userId) return rejected('OWN_MOBILE_NUMBER', { field: 'destinationWalletAddress' })
  const address = addressOfUser({ named: mobile, userId: recipient.userId })
  return {
    destination: { tokenType: USER_TRANSFER, address, networkFee: ZERO },
    recipientName: `${recipient.firstName} ${recipient.lastName.slice(0, 1)}.`,
  }
}
