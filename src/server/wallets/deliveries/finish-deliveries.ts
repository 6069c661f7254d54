import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { amount } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { eachItem } from '../../store/each-item.ts'
import { type DeliveryRow, readHandedOver } from '../../store/wallets/deliveries.ts'
import { advanceWithdrawal } from '../../store/wallets/withdrawals.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { WalletServices } from '../wallets.ts'

type Services = Pick<WalletServices, 'database' | 'catalogue' | 'now'> & {
  readonly exchange: Pick<WalletServices['exchange'], 'submit'>
  readonly log: Pick<WalletServices['log'], 'error'>
}

const ROWS_MAX = 100

/** Books deliveries that were handed over, and completes those that a stop interrupted. */
export async function finishDeliveries(services: Services): Promise<void> {
  const { database, log } = services
  await eachItem(await readHandedOver(database, { most: ROWS_MAX }), (delivery) => finishDelivery(services, delivery), {
    ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a delivery could not be booked' },
  })
}

/** Moves the gold out of what the exchange owes, once for ever by its own key, and its fee to the exchange; then the delivery has ended. */
async function finishDelivery({ database, exchange, catalogue, now }: Services, delivery: DeliveryRow): Promise<void> {
  const { id, userId, networkFee, holdReference: reference } = delivery
  const parts = [
    { account: 'delivered/GOLD', amount: weightOf(delivery) },
    { account: 'deliveryFees/GOLD', amount: networkFee },
  ] as const
  const left = await exchange.submit({
    type: 'settle',
    ...{ userId, key: serverKey(`delivery:settle:${id}`), fingerprint: reference, reference },
    ...{ parts: parts.filter((part) => part.amount > 0n), rest: 'released' },
  })
  if (left.kind === 'refused' && left.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for delivery ${id} could not leave: ${left.code}`)
  await database.transaction(async (tx) => {
    const at = now()
    if (!(await advanceWithdrawal(tx, { id, to: 'CONFIRMED', at }))) return
    await queueNotice(
      tx,
      deliveryNotice(delivery, { coin: coinOf(catalogue, delivery.coinId), kind: 'DELIVERY_DONE', at }),
    )
  })
}

/** The gold that is handed over, without the fee. */
export const weightOf = ({ amount: whole, networkFee }: Pick<DeliveryRow, 'amount' | 'networkFee'>) =>
  amount(whole - networkFee)

type DeliveryNotice = Extract<NoticeKind, `DELIVERY_${string}`>

/** The notice to the user of a delivery, once for each kind. */
export const deliveryNotice = (
  delivery: Pick<DeliveryRow, 'id' | 'userId' | 'amount' | 'networkFee'>,
  { coin, kind, at }: { coin: Coin; kind: DeliveryNotice; at: Date },
) => {
  const { id, userId } = delivery
  const params = {
    withdrawalId: String(id),
    coin: coin.symbol,
    amount: formatDecimal(weightOf(delivery), coin.decimals),
  }
  return { userId, kind, params, topic: `withdrawal:${id}`, eventKey: `withdrawal:${id}:${kind}`, at }
}
