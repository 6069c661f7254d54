import type { SendState } from '#contract/custody.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type Amount, amount, ZERO } from '#domain/units.ts'
import { serverKey } from '../../exchange/exchange.ts'
import type { ChainServices, NetworkStatus } from './chain-services.ts'
import { inChainUnits, inLedgerUnits } from './chain-units.ts'
import { accountOf } from './ledger-accounts.ts'

interface Cause {
  /** The name under which custody knows what was sent. */
  readonly cause: string
  readonly userId: number
  readonly sent: SendState
}

/** Books what a network took of the exchange's wallet for a transaction, once. @returns it, in the ledger's units of the coin of its fees */
export async function bookNetworkFee(
  { exchange, catalogue }: Pick<ChainServices, 'exchange' | 'catalogue'>,
  { network, coins: [own] }: NetworkStatus,
  { cause, userId, sent }: Cause,
): Promise<Amount> {
  const coin = own && catalogue.coinBySymbol.get(own.symbol)
  const taken = parseDecimal(sent.fee ?? '0', 0) ?? 0n
  if (!coin || taken === 0n) return ZERO
  const whole = inLedgerUnits(taken, own.decimals, coin)
  // A rest of a unit counts as a whole one: the books never show more in the wallet than there is.
  const fee = inChainUnits(whole, own.decimals, coin) < taken ? amount(whole + 1n) : whole
  const reference = `chain/${network}/${cause}`
  const result = await exchange.submit({
    type: 'fee',
    ...{ userId, key: serverKey(`${reference}/fee`), fingerprint: `${reference} ${fee}`, reference },
    ...{ debit: accountOf('feesPaid', network), credit: accountOf('hot', network), coinId: coin.id, amount: fee },
  })
  if (result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
    throw new Error(`the network's fee of ${cause} could not be booked: ${result.code}`)
  return fee
}
