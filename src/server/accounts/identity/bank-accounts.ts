import { type Rejected, rejected } from '#contract/rejected.ts'
import { maskBankCard } from '#domain/bank-card.ts'
import { isIran } from '#domain/countries.ts'
import { stageOf } from '#domain/verification.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import {
  type BankAccountRow,
  deleteBankAccount,
  insertBankAccount,
  isTaken,
  readBankAccounts,
} from '../../store/accounts/bank-accounts.ts'
import { lockVerification, readAccount } from '../../store/accounts/identities.ts'
import { hasOpenDeposit } from '../../store/wallets/deposits.ts'
import { ACCOUNTS_MAX, type BankAccount, bankAccountOf, keptForm } from '../account-form.ts'
import type { Accounts } from '../accounts.ts'
import type { Actor } from '../actor.ts'
import { countRefusal } from '../count-refusal.ts'
import { countAgainst } from '../limits.ts'
import { examineBankAccount } from './examine-form.ts'
import { takenMeanwhile } from './keep-form.ts'

const SHOWN_DIGITS = 4

/**
 * Adds a card and its Sheba to a verified account, once the registry has confirmed their owner.
 * Refuses ACCOUNT_NOT_AUTHORIZED, BANK_ACCOUNTS_ABROAD, BANK_ACCOUNT_INVALID, BANK_ACCOUNT_PRESENT, BANK_ACCOUNTS_FULL, TOO_MANY_REQUESTS,
 * BANK_ACCOUNT_MISMATCH, BANK_ACCOUNT_UNCONFIRMED (the bank gives no answer), IDENTITY_SERVICE_UNAVAILABLE, BANK_ACCOUNT_TAKEN.
 */
export async function addBankAccount(
  accounts: Accounts,
  { actor, cardNumber, shebaCode }: { actor: Actor; cardNumber: string; shebaCode: string },
): Promise<BankAccountRow | Rejected> {
  const { database, settings, now } = accounts
  const { userId } = actor
  const account = await readAccount(database, userId)
  if (!account?.identity || !stageOf(account.verification).mayAddCard) return rejected('ACCOUNT_NOT_AUTHORIZED')
  if (!isIran(account.country)) return rejected('BANK_ACCOUNTS_ABROAD')
  const given = bankAccountOf(cardNumber, shebaCode)
  if (!given) return rejected('BANK_ACCOUNT_INVALID')
  const before = refusePresent(await readBankAccounts(database, userId), given)
  if (before) return before
  const limit = { kind: 'bank-account:user', subject: `${userId}`, max: settings.limits.submissionsPerUserMax }
  const tooMany = await countAgainst(database, { limit, at: now() })
  if (tooMany) return tooMany

  const { nationalCode, birthDate, person } = keptForm(account.identity, { country: account.country, bankAccounts: [] })
  if (nationalCode === undefined) return rejected('BANK_ACCOUNTS_ABROAD')
  const owner = { nationalCode, birthDate, firstName: person.firstName, lastName: person.lastName }
  const refusal = await refuseUnowned(accounts, { ...given, owner })
  if (refusal) {
    await countRefusal(database, { kind: 'BANK_ACCOUNT_REFUSED', userId, ip: actor.ip, at: now() })
    return refusal
  }
  if (await isTaken(database, { userId, accounts: [given] })) {
    await countRefusal(database, { kind: 'BANK_ACCOUNT_REFUSED', userId, ip: actor.ip, at: now() })
    return rejected('BANK_ACCOUNT_TAKEN')
  }
  return keepBankAccount(accounts, { actor, given })
}

function refusePresent(rows: readonly BankAccountRow[], given: BankAccount): Rejected | undefined {
  if (rows.some(({ cardNumber, sheba }) => cardNumber === given.cardNumber || sheba === given.sheba))
    return rejected('BANK_ACCOUNT_PRESENT')
  return rows.length >= ACCOUNTS_MAX ? rejected('BANK_ACCOUNTS_FULL') : undefined
}

async function refuseUnowned(
  accounts: Accounts,
  account: Parameters<typeof examineBankAccount>[1],
): Promise<Rejected | undefined> {
  const examined = await examineBankAccount(accounts, account)
  if (examined.kind === 'confirmed') return undefined
  if (examined.kind === 'refused') return examined.refusal
  return rejected(examined.retry ? 'IDENTITY_SERVICE_UNAVAILABLE' : 'BANK_ACCOUNT_UNCONFIRMED')
}

function keepBankAccount(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { actor: { userId, ip, device }, given }: { actor: Actor; given: BankAccount },
): Promise<BankAccountRow | Rejected> {
  const at = now()
  const write = database.transaction(async (tx) => {
    const verification = await lockVerification(tx, userId)
    if (!verification || !stageOf(verification).mayAddCard) return rejected('ACCOUNT_NOT_AUTHORIZED')
    const refusal = refusePresent(await readBankAccounts(tx, userId), given)
    if (refusal) return refusal
    const id = await insertBankAccount(tx, { userId, account: given, at })
    const card = given.cardNumber.slice(-SHOWN_DIGITS)
    await queueNotice(tx, { userId, kind: 'BANK_ACCOUNT_ADDED', params: { card }, at })
    await recordEvent(tx, { at, kind: 'BANK_ACCOUNT_ADDED', userId, ip, device, details: { card } })
    return { id, ...given, verified: true, doubted: false }
  })
  return write.catch(takenMeanwhile)
}

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
