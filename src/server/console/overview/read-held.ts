import type * as z from 'zod/mini'
import type { Held } from '#contract/operations-overview.ts'
import { type Coin, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { readHoldings, readLent } from '../../store/console/overview.ts'
import type { ConsoleServices } from '../console-services.ts'

/** The sums of the exchange's own accounts, by coin, and their exposure: the part that trading has left, without what was lent. */
export async function readHeld(
  { accounts: { database }, catalogue, valuation }: ConsoleServices,
  ownerIds: readonly number[],
): Promise<z.input<typeof Held>[]> {
  const held = new Map<number, { units: bigint; exposure: bigint }>()
  for (const ownerId of ownerIds) {
    const lent = await readLent(database, ownerId)
    for (const { coinId, units } of await readHoldings(database, ownerId)) {
      const sum = held.get(coinId) ?? { units: 0n, exposure: 0n }
      held.set(coinId, { units: sum.units + units, exposure: sum.exposure + units - (lent.get(coinId) ?? 0n) })
    }
  }
  const toman = catalogue.coinBySymbol.get(TOMAN)
  const inToman = (coin: Coin, units: bigint) => {
    const worth = valuation.inToman(coin, amount(units < 0n ? -units : units))
    return worth === undefined || !toman ? null : formatDecimal(units < 0n ? -worth : worth, toman.decimals)
  }
  return catalogue.coins.flatMap((coin) => {
    const sum = held.get(coin.id)
    if (!sum) return []
    return [
      {
        coin: coin.symbol,
        amount: formatDecimal(sum.units, coin.decimals),
        amountInToman: inToman(coin, sum.units),
        exposure: formatDecimal(sum.exposure, coin.decimals),
        exposureInToman: inToman(coin, sum.exposure),
      },
    ]
  })
}
