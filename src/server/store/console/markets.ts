import type { Market, MarketSettings } from '#domain/market.ts'
import type { Transaction } from '../database.ts'
import { findNumber, insertRow, updateRows } from '../rows.ts'

/** The settings of a market's form. */
export type MarketChange = Omit<MarketSettings, 'active'>

export async function saveMarket(tx: Transaction, { id, ...change }: MarketChange & { id: number }): Promise<void> {
  await updateRows(tx, 'markets', { id }, columnsOf(change))
  await tx.query('update markets set revision = revision + 1 where id = $1', [id])
}

function columnsOf({ protectionBand, forceWarning, limitPriceMin, limitPriceMax, ...change }: MarketChange) {
  const { tick, minAmount, maxAmount, minTotal, openOrdersMax, hours } = change
  return {
    ...{ tick, minAmount, maxAmount, minTotal, openOrdersMax, hours },
    ...{ protectionBandPpm: protectionBand, forceWarningPpm: forceWarning },
    ...{ limitPriceMinPpm: limitPriceMin, limitPriceMaxPpm: limitPriceMax },
  }
}

/** Final: nothing makes a market active again. */
export async function endMarket(tx: Transaction, id: number): Promise<void> {
  await tx.query('update markets set active = false, revision = revision + 1 where id = $1', [id])
}

export type NewMarket = MarketChange & Pick<Market, 'symbol' | 'base' | 'quote'> & { readonly listedAt: Date }

export async function insertMarket(tx: Transaction, market: NewMarket): Promise<number> {
  const { symbol, base, quote, listedAt, ...settings } = market
  const id = (await findNumber(tx, 'select greatest(max(id), 200) + 1 as id from markets')) ?? 201
  const coins = { baseCoinId: base.id, quoteCoinId: quote.id }
  await insertRow(tx, 'markets', { id, symbol, ...coins, active: true, listedAt, ...columnsOf(settings) })
  return id
}
