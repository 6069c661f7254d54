import { TOMAN } from '#domain/coin.ts'
import type { LedgerAccount } from '#domain/ledger.ts'
import { serverKey } from '../exchange/exchange.ts'
import type { DepositRow } from '../store/wallets/deposits.ts'
import type { WalletServices } from './wallets.ts'

/** Money of unknown owners, and of known ones to whom it goes back. */
const SUSPENSE = 'suspense/BANK'

type Ledger = Pick<WalletServices, 'exchange' | 'catalogue'>

/** The key makes a second entry a repeat of the first; after a day, the reference does. */
function fieldsOf({ catalogue }: Ledger, { userId, amount }: DepositRow, reference: string) {
  const toman = catalogue.coinBySymbol.get(TOMAN)
  if (!toman) throw new Error('the catalogue has no Toman')
  const fingerprint = `${reference} ${amount}`
  return { userId, coinId: toman.id, amount, reference, key: serverKey(reference), fingerprint }
}

type Movement = Parameters<Ledger['exchange']['submit']>[0]

async function post({ exchange }: Ledger, deposit: DepositRow, movement: Movement): Promise<void> {
  const result = await exchange.submit(movement)
  const isDone = result.kind === 'moved' || (result.kind === 'refused' && result.code === 'ALREADY_CREDITED')
  if (!isDone) throw new Error(`the ledger refused the ${movement.type} of deposit ${deposit.id}`)
}

/** Gateway → user. */
export const creditDeposit = (ledger: Ledger, deposit: DepositRow): Promise<void> =>
  post(ledger, deposit, {
    ...fieldsOf(ledger, deposit, `deposit/${deposit.id}`),
    type: 'credit',
    source: `gateway/${deposit.gateway}`,
  })

/** Gateway → suspense: the money came, and is nobody's here. */
export const holdDeposit = (ledger: Ledger, deposit: DepositRow): Promise<void> =>
  correct(ledger, deposit, { end: 'held', debit: `gateway/${deposit.gateway}`, credit: SUSPENSE })

/** Suspense → gateway: the money is back at the card that paid. */
export const returnDeposit = (ledger: Ledger, deposit: DepositRow): Promise<void> =>
  correct(ledger, deposit, { end: 'paid-back', debit: SUSPENSE, credit: `gateway/${deposit.gateway}` })

const correct = (
  ledger: Ledger,
  deposit: DepositRow,
  { end, ...accounts }: { end: string; debit: LedgerAccount; credit: LedgerAccount },
): Promise<void> =>
  post(ledger, deposit, {
    ...fieldsOf(ledger, deposit, `deposit/${deposit.id}/${end}`),
    ...accounts,
    type: 'correction',
  })
