import { type Rejected, rejected } from '#contract/rejected.ts'
import { maskBankCard } from '#domain/bank-card.ts'
import { stageOf } from '#domain/verification.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { deleteBankAccount, readBankAccounts } from '../../store/accounts/bank-accounts.ts'
import { lockVerification } from '../../store/accounts/identities.ts'
import { hasOpenDeposit } from '../../store/wallets/deposits.ts'
import type { Accounts } from '../accounts.ts'
import type { Actor } from '../actor.ts'

const SHOWN_DIGITS = 4

/** Removes a card of a verified account. Refuses ACCOUNT_NOT_AUTHORIZED, NOT_FOUND, BANK_ACCOUNT_LAST, BANK_ACCOUNT_IN_USE. */
export async function removeBankAccount(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { actor: { userId, ip, device }, id }: { actor: Actor; id: string },
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const verification = await lockVerification(tx, userId)
    if (!verification || !stageOf(verification).mayAddCard) return rejected('ACCOUNT_NOT_AUTHORIZED')
    const rows = await readBankAccounts(tx, userId)
    const row = rows.find((each) => String(each.id) === id)
    if (!row) return rejected('NOT_FOUND')
    if (rows.length === 1) return rejected('BANK_ACCOUNT_LAST')
    if (await hasOpenDeposit(tx, { userId, cardMasked: maskBankCard(row.cardNumber) }))
      return rejected('BANK_ACCOUNT_IN_USE')
    await deleteBankAccount(tx, { userId, id: row.id })
    const card = row.cardNumber.slice(-SHOWN_DIGITS)
    await recordEvent(tx, { at, kind: 'BANK_ACCOUNT_REMOVED', userId, ip, device, details: { card } })
    return undefined
  })
}
