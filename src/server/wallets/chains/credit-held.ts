import { serverKey } from '../../exchange/exchange.ts'
import { endHeld, findHeld } from '../../store/wallets/incoming-transfers.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { BookingServices } from './chain-services.ts'
import { accountOf } from './ledger-accounts.ts'
import { notifyCredited, referenceOf } from './scan-deposits.ts'

/** Credits a held deposit that operators have released, from the account in which it was set aside, once. */
export async function creditHeld({ database, exchange, catalogue, now }: BookingServices, id: number): Promise<void> {
  const held = await findHeld(database, id)
  if (held?.coinId === undefined) return
  const coin = coinOf(catalogue, held.coinId)
  const reference = `${referenceOf(held)}/released`
  const result = await exchange.submit({
    type: 'credit',
    ...{ userId: held.userId, key: serverKey(reference), fingerprint: `${reference} ${held.amount}`, reference },
    ...{ source: accountOf('suspense', held.network), coinId: coin.id, amount: held.amount },
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the deposit ${reference} could not be credited: ${result.code}`)
  await database.transaction(async (tx) => {
    if (await endHeld(tx, { id, state: 'CREDITED' })) await notifyCredited(tx, held, { coin, at: now() })
  })
}
