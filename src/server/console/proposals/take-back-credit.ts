import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { readLentTo, readReturned } from '../../store/console/supervisor-credit.ts'
import type { Queryable } from '../../store/database.ts'
import { readBalances } from '../../store/wallets/balances.ts'
import { type Executing, readSupervisorPayload } from './proposal.ts'

/** The ledger reference of a return of credit, unique for ever. */
const referenceOf = (proposalId: number, coin: string) => `capital:returned:${proposalId}:${coin}`

/**
 * Returns to the credit line the unused part of each coin lent to a liquidity provider: coins held by orders or spent stay a debt,
 * which the ledger shows. It holds the money first and then moves it, so that a run after a stop continues at the same place.
 */
export async function takeBackCredit(
  { accounts: { database }, catalogue, exchange }: Executing,
  { id, userId }: Proposal,
): Promise<void> {
  if (userId === undefined) throw new Error(`the proposal ${id} is about nobody`)
  for (const [symbol, units] of await lentOf(database, { userId, catalogue })) {
    const coin = catalogue.coinBySymbol.get(symbol)
    if (!coin) continue
    const reference = referenceOf(id, symbol)
    const { own, returned } = await readReturned(database, { userId, coinId: coin.id, reference })
    if (own && own.status !== 'HELD') continue
    const available = (await readBalances(database, userId)).find(({ coinId }) => coinId === coin.id)?.available ?? 0n
    const back = own?.left ?? smaller(units - returned, available)
    if (!own) {
      if (back <= 0n) continue
      const command = { userId, coinId: coin.id, amount: amount(back), reference }
      const hold = {
        type: 'hold',
        key: serverKey(`${reference}:hold`),
        fingerprint: `${reference} ${back}`,
        ...command,
      } as const
      if ((await exchange.submit(hold)).kind === 'refused') throw new Error(`${reference} cannot be held yet`)
    }
    const settled = await exchange.submit({
      ...{ type: 'settle', userId, reference, key: serverKey(`${reference}:settle`), fingerprint: reference },
      ...{ parts: [{ account: 'creditLine', amount: amount(back) }], rest: 'released' },
    })
    if (settled.kind === 'refused') throw new Error(`${reference} cannot be settled: ${settled.code}`)
  }
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The sums ever lent, by coin. */
async function lentOf(
  database: Queryable,
  { userId, catalogue }: { userId: number } & Pick<Executing, 'catalogue'>,
): Promise<ReadonlyMap<string, bigint>> {
  const lent = new Map<string, bigint>()
  for (const { payload } of await readLentTo(database, userId))
    for (const { coin: symbol, amount: text } of readSupervisorPayload(payload).credit) {
      const coin = catalogue.coinBySymbol.get(symbol)
      const units = coin && parseDecimal(text, coin.decimals)
      if (units !== undefined) lent.set(symbol, (lent.get(symbol) ?? 0n) + units)
    }
  return lent
}
