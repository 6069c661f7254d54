import { type BilledCoin, billed } from '#domain/quick-trade.ts'
import { type Amount, amount } from '#domain/units.ts'

/**
 * The displayed parts of an estimate, in base units of the coin received: the proceeds are the displayed total less the displayed fee, so that they
 * are too small rather than too large.
 */
export function shownParts(
  { gross, fee }: { gross: Amount; fee: Amount },
  coin: BilledCoin,
): { readonly fee: Amount; readonly received: Amount } {
  const shownFee = billed(fee, coin, 'up')
  const received = billed(gross, coin, 'down') - shownFee
  return { fee: shownFee, received: amount(received > 0n ? received : 0n) }
}
