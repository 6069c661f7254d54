import { formatDecimal } from '#domain/decimal.ts'
import { readUserAddress } from '#domain/user-transfer.ts'
import { serverKey } from '../../exchange/exchange.ts'
import { queueNotice } from '../../notifications/queue-notice.ts'
import { eachItem } from '../../store/each-item.ts'
import { decideTransfer, hasLeft, openUserTransfers, type UserTransfer } from '../../store/wallets/user-transfers.ts'
import { advanceWithdrawal, areWithdrawalsStopped } from '../../store/wallets/withdrawals.ts'
import { coinOf } from '../own-withdrawals.ts'
import type { WalletServices } from '../wallets.ts'

type Services = Pick<WalletServices, 'database' | 'exchange' | 'catalogue' | 'now' | 'log'>

const ROWS_MAX = 100

/** Makes the approved transfers between users, and completes those that a stop interrupted. */
export async function makeTransfers(services: Services): Promise<void> {
  const { database, log } = services
  if (await areWithdrawalsStopped(database)) return
  await eachItem(
    await openUserTransfers(database, { most: ROWS_MAX }),
    (transfer) => makeTransfer(services, transfer),
    {
      ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a transfer could not be made' },
    },
  )
}

/**
 * Moves a transfer's money: decided first, after which nobody can cancel it, then out of the sender's hold and into the recipient's balance,
 * each once for ever by its own key, and then the withdrawal ends and both are notified.
 */
async function makeTransfer({ database, exchange, catalogue, now }: Services, transfer: UserTransfer): Promise<void> {
  const { id, userId, coinId, amount, holdReference, senderName: sender } = transfer
  const recipientId = readUserAddress(transfer.address).userId
  if (!(await decideTransfer(database, id))) return
  const left = await exchange.submit({
    type: 'settle',
    ...{ userId, key: serverKey(`transfer:settle:${id}`), fingerprint: holdReference, reference: holdReference },
    ...{ parts: [{ account: 'transit/USER', amount }], rest: 'released' },
  })
  if (left.kind === 'refused' && left.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for transfer ${id} could not leave: ${left.code}`)
  // A missing hold may be settled already.
  if (left.kind === 'refused' && !(await hasLeft(database, id)))
    throw new Error(`what was held for transfer ${id} has not left its sender`)
  const reference = `transfer/${id}`
  const arrived = await exchange.submit({
    type: 'credit',
    ...{ userId: recipientId, key: serverKey(`transfer:credit:${id}`), fingerprint: reference, reference },
    ...{ source: 'transit/USER', coinId, amount },
  })
  if (arrived.kind === 'refused' && arrived.code !== 'ALREADY_CREDITED')
    throw new Error(`transfer ${id} could not be credited: ${arrived.code}`)
  const coin = coinOf(catalogue, coinId)
  const shown = { coin: coin.symbol, amount: formatDecimal(amount, coin.decimals) }
  await database.transaction(async (tx) => {
    const at = now()
    if (!(await advanceWithdrawal(tx, { id, to: 'CONFIRMED', at, sentReference: reference }))) return
    await queueNotice(tx, {
      ...{ userId, kind: 'WITHDRAWAL_CONFIRMED', params: { withdrawalId: String(id), ...shown } },
      ...{ topic: `withdrawal:${id}`, eventKey: `withdrawal:${id}:CONFIRMED`, at },
    })
    await queueNotice(tx, {
      ...{
        userId: recipientId,
        kind: 'DEPOSIT_CREDITED',
        params: { transferId: String(id), ...(sender && { sender }), ...shown },
      },
      ...{ topic: `transfer:${id}`, eventKey: `transfer:${id}`, at },
    })
  })
}
