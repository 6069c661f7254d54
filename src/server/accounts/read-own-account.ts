import type * as z from 'zod/mini'
import type { Account } from '#contract/account.ts'
import { type DocumentName, getDocument } from '#contract/documents.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { levelWindowStart } from '#domain/fee.ts'
import type { Language } from '#domain/market-state.ts'
import { readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { readTradeVolume } from '../store/accounts/count-trades.ts'
import { readAccount } from '../store/accounts/identities.ts'
import { readPendingIdentity } from '../store/accounts/identity-reviews.ts'
import { accountOnWire } from './account-on-wire.ts'
import type { Accounts } from './accounts.ts'

/** The caller's account, with its three-month trade volume. Refuses NOT_FOUND where the user no longer exists. */
export async function readOwnAccount(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { userId, language, withPictures }: { userId: number; language: Language; withPictures: boolean },
): Promise<z.input<typeof Account> | Rejected> {
  const account = await readAccount(database, userId)
  if (!account) return rejected('NOT_FOUND')
  const bankAccounts = await readBankAccounts(database, userId)
  const traded = await readTradeVolume(database, { userId, since: levelWindowStart(now()) })
  const review = await readPendingIdentity(database, userId)
  const onWire = accountOnWire(account, { bankAccounts, traded, review, language })
  return withPictures ? { ...onWire, pictures: pathsOf(onWire) } : onWire
}

/** Where the owner looks at each picture that was received. */
function pathsOf(received: { readonly [Name in DocumentName]: boolean }) {
  const pathOf = (name: DocumentName) => (received[name] ? `/api${getDocument.path.replace(':name', name)}` : null)
  return { image: pathOf('image'), backImage: pathOf('backImage'), documentImage: pathOf('documentImage') }
}
