import type { Accounts } from '../accounts/accounts.ts'
import { actorOf, sessionActorOf } from '../accounts/actor.ts'
import { passkeySite } from '../accounts/passkeys/passkeys.ts'
import { beginPasskeyWithdrawal, takePasskeyWithdrawal } from '../accounts/passkeys/use-passkey.ts'
import { sendWithdrawalCode, takeWithdrawalCode } from '../accounts/withdrawal-code.ts'
import type { WalletServices } from '../wallets/wallets.ts'

/** The confirmations of what leaves, by a code or by a passkey: of withdrawals, and of purchases that are sent on. */
export function withdrawalCodesOf(accounts: Accounts, publicUrl: string): WalletServices['withdrawalCodes'] {
  const passkeys = { accounts, site: passkeySite(publicUrl) }
  return {
    send: (bound, call) => sendWithdrawalCode(accounts, bound, sessionActorOf(call)),
    beginPasskey: ({ boundTo }, { caller: { userId } }) => beginPasskeyWithdrawal(passkeys, { userId, boundTo }),
    take: ({ boundTo, code = '', passkey }, call) =>
      passkey
        ? takePasskeyWithdrawal(passkeys, { boundTo, ...passkey }, actorOf(call))
        : takeWithdrawalCode(accounts, { boundTo, code }, sessionActorOf(call)),
  }
}
