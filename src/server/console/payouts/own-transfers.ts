import type * as z from 'zod/mini'
import { OwnTransfer } from '#contract/operations-payouts.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { TOMAN } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { ownerIdOf, TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import { amount, ZERO } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import { isBooked } from '../../store/console/overview.ts'
import type { Queryable, Transaction } from '../../store/database.ts'
import { readBalances } from '../../store/wallets/balances.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved, Executing } from '../proposals/proposal.ts'
import { invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type Transfer = z.output<typeof OwnTransfer>

const tomanOf = ({ coinBySymbol }: Catalogue) => {
  const toman = coinBySymbol.get(TOMAN)
  if (!toman) throw new Error('the catalogue has no Toman')
  return toman
}

/** The Toman at each gateway and in each bank account by the books: negative where more has left than came. */
export async function readTomanAccounts({ accounts: { database }, catalogue }: ConsoleServices) {
  const { id, decimals } = tomanOf(catalogue)
  return Promise.all(
    TOMAN_ACCOUNTS.map(async (account) => {
      const balance = (await readBalances(database, ownerIdOf(account))).find(({ coinId }) => coinId === id)
      // The account mirrors what is outside, below zero.
      const held = -(balance?.available ?? 0n)
      return { account, amount: `${held < 0n ? '-' : ''}${formatDecimal(amount(held < 0n ? -held : held), decimals)}` }
    }),
  )
}

/**
 * Proposes to book a transfer that a gateway or a bank has made between accounts of the exchange, which pay-outs are paid from. Refuses
 * SETTING_INVALID, NOTHING_TO_CHANGE (it is booked already), TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export function proposeOwnTransfer(
  { accounts: { database, now }, catalogue }: ConsoleServices,
  asked: Transfer,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const refused = await refusalOf(tx, asked, catalogue)
    if (refused) return refused
    const proposed = { subject: asked.transferReference, before: undefined, after: asked }
    return proposeSetting(tx, { kind: 'BOOK_OWN_TRANSFER', ...proposed }, { act, at: now() })
  })
}

async function refusalOf(
  database: Queryable,
  { fromAccount, toAccount, transferAmount, transferReference }: Transfer,
  catalogue: Catalogue,
): Promise<Rejected | undefined> {
  if (fromAccount === toAccount) return invalid('toAccount')
  const units = parseDecimal(transferAmount, tomanOf(catalogue).decimals)
  if (units === undefined || units === ZERO) return invalid('transferAmount')
  return (await isBooked(database, referenceOf(transferReference))) ? rejected('NOTHING_TO_CHANGE') : undefined
}

/** A transfer is booked once by the number that its bank gave it. */
const referenceOf = (transferReference: string) => `own-transfer/${transferReference}`

export async function approveOwnTransfer(
  tx: Transaction,
  { payload }: Proposal,
  { catalogue }: Pick<Executing, 'catalogue'>,
): Promise<Approved | Rejected> {
  const { after, changes } = readSetting(payload, OwnTransfer)
  return (await refusalOf(tx, after, catalogue)) ?? { details: changes }
}

/** Books it; a repeat finds it booked. */
export async function bookOwnTransfer(
  { exchange, catalogue }: Executing,
  { payload, proposedBy }: Proposal,
): Promise<void> {
  const { after } = readSetting(payload, OwnTransfer)
  const { id: coinId, decimals } = tomanOf(catalogue)
  const reference = referenceOf(after.transferReference)
  const result = await exchange.submit({
    type: 'sweep',
    ...{ userId: proposedBy, key: serverKey(reference), fingerprint: JSON.stringify(after), reference },
    ...{ debit: after.toAccount, credit: after.fromAccount, coinId },
    amount: amount(parseDecimal(after.transferAmount, decimals) ?? 0n),
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the transfer ${after.transferReference} could not be booked: ${result.code}`)
}
