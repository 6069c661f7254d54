import type * as z from 'zod/mini'
import type { Backing, Held } from '#contract/operations-overview.ts'
import { type Coin, TOMAN } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { readAllLent, readBackingRows, readHoldings, readLent } from '../../store/console/overview.ts'
import { SerialQueue } from '../../store/serial-queue.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readSupervisorPayload } from '../proposals/supervisors.ts'

type Reading = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'valuation'>
type BackingOnWire = z.input<typeof Backing>

/** It reads every balance: at most once a minute, however many operators look. */
const AGE_MS_MAX = 60_000

export function createBacking(services: Reading): () => Promise<readonly BackingOnWire[]> {
  const queue = new SerialQueue()
  let known: { readonly until: number; readonly rows: readonly BackingOnWire[] } | undefined
  return () =>
    queue.run(async () => {
      const now = services.accounts.now().getTime()
      if (!known || known.until <= now) known = { until: now + AGE_MS_MAX, rows: await readBacking(services) }
      return known.rows
    })
}

async function readBacking({ accounts: { database }, catalogue, valuation }: Reading): Promise<BackingOnWire[]> {
  const lent = await sumLent({ database, catalogue })
  const rows = await readBackingRows(database)
  const toman = catalogue.coinBySymbol.get(TOMAN)
  const inToman = (coin: Coin, units: bigint) => {
    const worth = valuation.inToman(coin, amount(units < 0n ? -units : units))
    return worth === undefined || !toman ? null : formatDecimal(units < 0n ? -worth : worth, toman.decimals)
  }
  return catalogue.coins.flatMap((coin) => {
    const row = rows.find(({ coinId }) => coinId === coin.id)
    if (!row) return []
    const outstanding = (lent.get(coin.symbol) ?? 0n) - row.returned
    const owed = row.owed - outstanding
    const capital = row.capital - outstanding
    const held = row.gateway + row.custody + capital
    const text = (units: bigint) => formatDecimal(units, coin.decimals)
    return [
      {
        coin: coin.symbol,
        ...{ owed: text(owed), gateway: text(row.gateway), custody: text(row.custody), capital: text(capital) },
        surplus: text(held - owed),
        owedInToman: inToman(coin, owed),
        heldInToman: inToman(coin, held),
      },
    ]
  })
}

/** The sums ever lent to customers, by the symbol of the coin. */
async function sumLent({
  database,
  catalogue,
}: {
  database: Reading['accounts']['database']
  catalogue: Reading['catalogue']
}): Promise<ReadonlyMap<string, bigint>> {
  const lent = new Map<string, bigint>()
  for (const payload of await readAllLent(database))
    for (const { coin: symbol, amount: text } of readSupervisorPayload(payload).credit) {
      const units = parseDecimal(text, catalogue.coinBySymbol.get(symbol)?.decimals ?? 0) ?? 0n
      lent.set(symbol, (lent.get(symbol) ?? 0n) + units)
    }
  return lent
}

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
