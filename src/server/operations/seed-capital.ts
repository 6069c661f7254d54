import { parseDecimal } from '#domain/decimal.ts'
import { SYSTEM_OWNER } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import type { Queryable } from '../store/database.ts'
import { creditedReferences } from '../store/seed/credited-references.ts'
import { COINS } from './seeds/coins.ts'

export interface CapitalSettings {
  readonly database: Queryable
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** The SUPERVISOR account that the market maker trades with. */
  readonly marketMakerId: number
  readonly now: () => number
}

/**
 * Draws the owners' credit line for the quick-trade inventory and for the market maker, once per coin and receiver. The
 * ledger itself is asked what was drawn before, since the exchange forgets its answers after some days.
 */
export async function seedCapital(settings: CapitalSettings): Promise<void> {
  const { database, exchange, now } = settings
  const wanted = creditsOf(settings)
  const drawn = await creditedReferences(
    database,
    wanted.map(({ reference }) => reference),
  )
  const missing = wanted.filter(({ reference }) => !drawn.has(reference))
  const results = await Promise.all(
    missing.map((credit) =>
      exchange.submit({
        type: 'credit',
        source: 'creditLine',
        key: credit.reference,
        fingerprint: `${credit.reference} ${credit.amount}`,
        at: now(),
        ...credit,
      }),
    ),
  )
  const refused = results.findIndex(({ kind }) => kind === 'refused')
  if (refused !== -1) throw new Error(`the credit ${missing[refused]?.reference} was refused`)
}

function creditsOf({ catalogue, marketMakerId }: CapitalSettings) {
  return COINS.flatMap(({ symbol, capital }) => {
    const coin = catalogue.coinBySymbol.get(symbol)
    if (!coin) return []
    const credit = (receiver: string, userId: number, text: string) => {
      const drawn = parseDecimal(text, coin.decimals)
      if (drawn === undefined) throw new Error(`the capital ${text} of ${symbol} cannot be read`)
      return { userId, coinId: coin.id, amount: amount(drawn), reference: `capital:${receiver}:${symbol}` }
    }
    return [
      credit('inventory', SYSTEM_OWNER.otcInventory, capital.inventory),
      credit(`marketMaker:${marketMakerId}`, marketMakerId, capital.marketMaker),
    ]
  })
}
