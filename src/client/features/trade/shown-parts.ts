import { type BilledCoin, billed } from '#domain/quick-trade.ts'
import { type Amount, amount } from '#domain/units.ts'

/**
 * An estimate as it is shown, in base units of the coin received: what is left is the shown total less the shown fee, and rather too little than
 * too much.
 */
export function shownParts(
  { gross, fee }: { gross: Amount; fee: Amount },
  coin: BilledCoin,
): { readonly fee: Amount; readonly received: Amount } {
  const shownFee = billed(fee, coin, 'up')
  const received = billed(gross, coin, 'down') - shownFee
  return { fee: shownFee, received: amount(received > 0n ? received : 0n) }
}
