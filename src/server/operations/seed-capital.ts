import { parseDecimal } from '#domain/decimal.ts'
import { SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { type Amount, amount } from '#domain/units.ts'
import { type Exchange, serverKey } from '../exchange/exchange.ts'
import type { Catalogue } from '../store/catalogue.ts'
import { COINS } from './seeds/coins.ts'

export interface CapitalSettings {
  readonly exchange: Exchange
  readonly catalogue: Catalogue
  /** The SUPERVISOR account that the market maker trades with. */
  readonly marketMakerId: number
}

/**
 * Draws the operator's credit line for the quick-trade inventory and for the market maker, once per coin and receiver. The ledger decides
 * which loans were drawn before, since the exchange keeps its answers for a limited time only.
 */
export function seedCapital({ marketMakerId, ...settings }: CapitalSettings): Promise<void> {
  const { catalogue } = settings
  return drawCredits(settings, [
    ...creditsOf(catalogue, { name: 'inventory', userId: SYSTEM_ACCOUNT.otcInventory, of: 'inventory' }),
    ...creditsOf(catalogue, { name: `marketMaker:${marketMakerId}`, userId: marketMakerId, of: 'marketMaker' }),
  ])
}

/** Draws the operator's credit line for another trading account, which gets as much as the market maker, once per coin. */
export function lendTo({ name, userId }: { name: string; userId: number }, settings: LendSettings): Promise<void> {
  return drawCredits(settings, creditsOf(settings.catalogue, { name: `${name}:${userId}`, userId, of: 'marketMaker' }))
}

/** The amount of each coin that `lendTo` lends, by the coin's id. */
export const lentOf = (catalogue: Catalogue): ReadonlyMap<number, Amount> =>
  new Map(creditsOf(catalogue, { name: '', userId: 0, of: 'marketMaker' }).map((lent) => [lent.coinId, lent.amount]))

type LendSettings = Omit<CapitalSettings, 'marketMakerId'>

function creditsOf(
  { coinBySymbol }: Catalogue,
  { name, userId, of }: { name: string; userId: number; of: 'inventory' | 'marketMaker' },
): CreditDraw[] {
  return COINS.flatMap(({ symbol, capital }) => {
    const coin = coinBySymbol.get(symbol)
    if (!coin) return []
    const drawn = parseDecimal(capital[of], coin.decimals)
    if (drawn === undefined) throw new Error(`the capital ${capital[of]} of ${symbol} cannot be read`)
    return { userId, coinId: coin.id, amount: amount(drawn), reference: `capital:${name}:${symbol}` }
  })
}

/** A loan of one coin from the operator's credit line to one account. */
interface CreditDraw {
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  /** Unique forever: the ledger credits no reference twice. */
  readonly reference: string
}

/** Draws the loans that were not drawn before, however long ago that was. @throws Error if one is refused */
export async function drawCredits(
  { exchange }: { exchange: Pick<Exchange, 'submit'> },
  wanted: readonly CreditDraw[],
): Promise<void> {
  const results = await Promise.all(
    wanted.map((credit) =>
      exchange.submit({
        ...{ type: 'credit', source: 'creditLine', key: serverKey(credit.reference), fingerprint: credit.reference },
        ...credit,
      }),
    ),
  )
  const refused = results.findIndex((result) => result.kind === 'refused' && result.code !== 'ALREADY_CREDITED')
  if (refused !== -1) throw new Error(`the credit ${wanted[refused]?.reference} was refused`)
}
