import type { CustodyResult, SendState } from '#contract/custody.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import type { ColdPayment } from '../../store/wallets/cold-payments.ts'
import { findForCold } from '../../store/wallets/outgoing-transfers.ts'
import { bookNetworkFee } from './book-network-fee.ts'
import type { BookingServices, ChainServices, NetworkStatus } from './chain-services.ts'
import { accountOf } from './ledger-accounts.ts'
import { bookMove } from './move-to-cold.ts'
import { confirm } from './send-withdrawals.ts'

type Seen = NonNullable<CustodyResult<'inspect'>['found']>

/** Custody's word on a transaction of cold storage, in the form of its word on one of its own. */
const sentOf = (id: string, txid: string, { height, confirmations, isFinal, amount, fee }: Seen): SendState => ({
  ...{ id, state: 'CONFIRMED', txid, txids: [txid], height, confirmations, isFinal, amount, fee },
})

/**
 * Books a payment from cold storage once, with its network's fee: a withdrawal is CONFIRMED and its user told, or the coins are in the hot wallet.
 * @throws Error while it is not final, or custody cannot say so
 */
export async function bookColdPayment(
  services: BookingServices & Pick<ChainServices, 'custody'>,
  payment: ColdPayment,
): Promise<void> {
  const { custody, database } = services
  const { network: name, txid, coinId, amount, withdrawalId } = payment
  const status = await custody.ask('status', {})
  const network = status.kind === 'answered' ? status.result.networks.find((each) => each.network === name) : undefined
  if (!network) throw new Error('custody does not answer for the network')
  const withdrawal = withdrawalId === undefined ? undefined : await findForCold(database, withdrawalId)
  // It is booked already.
  if (withdrawalId !== undefined && !withdrawal) return
  const receiver = { to: withdrawal?.address ?? network.hotAddress, tag: withdrawal?.tag }
  const seen = await seenBy(services, network, { txid, coinId, ...receiver })
  if (!seen?.isFinal) throw new Error('the transaction is not final yet')
  const cause = `cold-${txid}`
  const sent = sentOf(cause, txid, seen)
  if (withdrawal) return confirm(services, network, { withdrawal, sent, wallet: 'cold' })
  const userId = ownerIdOf(accountOf('cold', network.network))
  await bookMove(services, network, { cause, from: 'cold', coinId, amount })
  await bookNetworkFee(services, network, { cause, userId, sent, wallet: 'cold' })
}

/** A transaction of cold storage with the sum that it pays to an address and its tag; `undefined` if custody has not found it in a block. */
export async function seenBy(
  { custody, catalogue }: Pick<ChainServices, 'custody' | 'catalogue'>,
  { network, coins }: NetworkStatus,
  {
    txid,
    coinId,
    to,
    tag,
  }: Pick<ColdPayment, 'txid' | 'coinId'> & { readonly to: string; readonly tag: string | undefined },
): Promise<Seen | undefined> {
  const symbol = catalogue.coins.find(({ id }) => id === coinId)?.symbol
  const coin = coins.find((each) => each.symbol === symbol)
  if (!coin) return undefined
  const reply = await custody.ask('inspect', { network, coin: coin.symbol, to, tag, txid })
  return reply.kind === 'answered' ? reply.result.found : undefined
}
