import type { SendState } from '#contract/custody.ts'
import type { Coin } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import type { BookingServices, ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits, inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'

interface Cause {
  /** The name under which custody knows what was sent. */
  readonly cause: string
  readonly userId: number
  readonly sent: SendState
  /** The wallet that paid it; absent: the hot one. */
  readonly wallet?: 'hot' | 'cold'
}

/** The fee that a network takes, in the ledger's units of its own coin. A rest of a unit counts as a whole one: the books never show too much. */
export function networkFeeOf(
  { catalogue }: Pick<ChainServices, 'catalogue'>,
  { coins: [own] }: NetworkStatus,
  sent: SendState,
): { readonly coin: Coin; readonly fee: Amount } | undefined {
  const coin = own && catalogue.coinBySymbol.get(own.symbol)
  if (!coin) return undefined
  const taken = parseDecimal(sent.fee ?? '0', 0) ?? 0n
  const whole = inLedgerUnits(taken, own.decimals, coin)
  return { coin, fee: inChainUnits(whole, own.decimals, coin) < taken ? amount(whole + 1n) : whole }
}

/** Books what a network took of the exchange's wallet for a transaction, once. @returns it, in the ledger's units of the coin of its fees */
export async function bookNetworkFee(
  services: Pick<BookingServices, 'exchange' | 'catalogue'>,
  status: NetworkStatus,
  { cause, userId, sent, wallet = 'hot' }: Cause,
): Promise<Amount> {
  const { coin, fee } = networkFeeOf(services, status, sent) ?? {}
  if (!coin || !fee) return ZERO
  const { network } = status
  const reference = `chain/${network}/${cause}`
  const result = await services.exchange.submit({
    type: 'fee',
    ...{ userId, key: serverKey(`${reference}/fee`), fingerprint: `${reference} ${fee}`, reference },
    ...{ debit: accountOf('feesPaid', network), credit: accountOf(wallet, network), coinId: coin.id, amount: fee },
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the network's fee of ${cause} could not be booked: ${result.code}`)
  return fee
}
