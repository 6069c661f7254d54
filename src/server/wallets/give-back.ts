import { formatDecimal } from '#domain/decimal.ts'
import { GOLD_DELIVERY } from '#domain/delivery.ts'
import type { GivenBack, OutgoingState } from '#domain/outgoing-transfer.ts'
import { serverKey } from '../exchange/exchange.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { eachItem } from '../store/each-item.ts'
import {
  endGivenUp,
  giveUpUnserved,
  giveUpWithdrawal,
  takeUnannounced,
  unfinishedGiveUps,
  type WithdrawalRow,
} from '../store/wallets/withdrawals.ts'
import { deliveryNotice } from './deliveries/finish-deliveries.ts'
import { coinOf, isOverChain, shownAddress } from './own-withdrawals.ts'
import type { WalletServices } from './wallets.ts'

type Services = Pick<WalletServices, 'database' | 'catalogue' | 'now'> & {
  readonly exchange: Pick<WalletServices['exchange'], 'submit'>
  readonly log: Pick<WalletServices['log'], 'error'>
}

/**
 * Ends a withdrawal that is not sent, and gives its money back: decided first, which bars any attempt to send it, then released in the ledger
 * under its own key, then ended. Whatever is interrupted is completed by `finishGiveUps`. @returns false if it cannot be given up any more
 */
export async function giveBack(
  services: Services,
  withdrawal: WithdrawalRow,
  end: { readonly as: GivenBack; readonly reason?: string | undefined; readonly from?: readonly OutgoingState[] },
): Promise<boolean> {
  const { id } = withdrawal
  if (!(await giveUpWithdrawal(services.database, { id, ...end }))) return false
  await finishGiveUp(services, { ...withdrawal, givenUpAs: end.as, endReason: end.reason })
  return true
}

const ROWS_MAX = 100

/** Completes what a stop interrupted. One that fails is tried again later, and does not keep the others from their ends. */
export async function finishGiveUps(services: Services): Promise<void> {
  const { database, log } = services
  const givenUp = await unfinishedGiveUps(database, { most: ROWS_MAX })
  await eachItem(givenUp, (withdrawal) => finishGiveUp(services, withdrawal), {
    ...{ log, label: ({ id }) => ({ withdrawal: id }), failure: 'a withdrawal could not be given back' },
  })
}

/** Gives back, at a start, what was to leave over other ways than these, which the product does not serve any more. */
export async function giveBackUnserved(services: Services, { served }: { served: readonly string[] }): Promise<void> {
  await giveUpUnserved(services.database, { served })
  await finishGiveUps(services)
}

/** Notifies users of the withdrawals from their accounts, since a stranger may have requested one: once each, in the transaction that marks it. */
export function announceWithdrawals({ database, catalogue, now }: Services): Promise<void> {
  return database.transaction(async (tx) => {
    const at = now()
    for (const withdrawal of await takeUnannounced(tx, { at, most: ROWS_MAX }))
      await queueNotice(tx, withdrawalNotice(withdrawal, { catalogue, kind: 'WITHDRAWAL_ASKED', at }))
  })
}

/** The notice to the user of a withdrawal, once for each kind. */
export const withdrawalNotice = (
  withdrawal: WithdrawalRow,
  { catalogue, kind, at }: { catalogue: Catalogue; kind: `WITHDRAWAL_${'ASKED' | 'APPROVED' | GivenBack}`; at: Date },
) => {
  const { id, userId, coinId, amount, tokenType, address } = withdrawal
  const coin = coinOf(catalogue, coinId)
  if (tokenType === GOLD_DELIVERY) return deliveryNotice(withdrawal, { coin, kind: DELIVERY_NOTICES[kind], at })
  const params = {
    ...{ withdrawalId: String(id), coin: coin.symbol, amount: formatDecimal(amount, coin.decimals) },
    ...{ address: shownAddress({ tokenType, address }), ...(isOverChain(tokenType) && { network: tokenType }) },
  }
  return { userId, kind, params, topic: `withdrawal:${id}`, eventKey: `withdrawal:${id}:${kind}`, at }
}

const DELIVERY_NOTICES = {
  WITHDRAWAL_ASKED: 'DELIVERY_ASKED',
  WITHDRAWAL_APPROVED: 'DELIVERY_APPROVED',
  WITHDRAWAL_CANCELLED: 'DELIVERY_CANCELLED',
  WITHDRAWAL_REFUSED: 'DELIVERY_REFUSED',
  WITHDRAWAL_FAILED: 'DELIVERY_REFUSED',
} as const

/** Releases the hold of a withdrawal that was given up, and ends it. A missing hold was already released. Its user is notified in the transaction of the end. */
export async function finishGiveUp(
  { database, exchange, catalogue, now }: Services,
  withdrawal: WithdrawalRow,
): Promise<void> {
  const { id, userId, givenUpAs, holdReference: reference } = withdrawal
  const result = await exchange.submit({
    type: 'release',
    ...{ userId, key: serverKey(`withdrawal:release:${id}`), fingerprint: reference, reference },
  })
  if (result.kind === 'refused' && result.code !== 'HOLD_NOT_FOUND')
    throw new Error(`what is held for withdrawal ${id} could not be released: ${result.code}`)
  await database.transaction(async (tx) => {
    const at = now()
    if ((await endGivenUp(tx, { id, at })) && givenUpAs !== undefined)
      await queueNotice(tx, withdrawalNotice(withdrawal, { catalogue, kind: `WITHDRAWAL_${givenUpAs}`, at }))
  })
}
