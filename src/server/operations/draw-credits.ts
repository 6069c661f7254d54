import type { Amount } from '#domain/units.ts'
import { type Exchange, serverKey } from '../exchange/exchange.ts'
import { creditedReferences } from '../store/accounts/supervisor-credit.ts'
import type { Queryable } from '../store/database.ts'

/** A loan of one coin from the operator's credit line to one account. */
export interface CreditDraw {
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  /** Unique forever: the ledger credits no reference twice. */
  readonly reference: string
}

/**
 * Draws the loans that were not drawn before. The ledger decides that, since the exchange keeps its answers for a limited time only.
 * @throws Error if one is refused
 */
export async function drawCredits(
  { database, exchange }: { database: Queryable; exchange: Pick<Exchange, 'submit'> },
  wanted: readonly CreditDraw[],
): Promise<void> {
  const drawn = await creditedReferences(
    database,
    wanted.map(({ reference }) => reference),
  )
  const missing = wanted.filter(({ reference }) => !drawn.has(reference))
  const results = await Promise.all(
    missing.map((credit) =>
      exchange.submit({
        type: 'credit',
        source: 'creditLine',
        key: serverKey(credit.reference),
        fingerprint: `${credit.reference} ${credit.amount}`,
        ...credit,
      }),
    ),
  )
  const refused = results.findIndex(({ kind }) => kind === 'refused')
  if (refused !== -1) throw new Error(`the credit ${missing[refused]?.reference} was refused`)
}
