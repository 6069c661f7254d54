import { isLedgerAccount, type LedgerAccount } from '#domain/ledger.ts'

/** The ledger's account of a network. @throws Error if the ledger does not know the network */
export function accountOf(
  role: 'hot' | 'cold' | 'suspense' | 'feesCharged' | 'feesPaid',
  network: string,
): LedgerAccount {
  const account = `${role}/${network}`
  if (!isLedgerAccount(account)) throw new Error(`the ledger has no account ${account}`)
  return account
}
