import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import type { Exchange } from '#server/exchange/exchange.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { type Catalogue, readCatalogue } from '#server/store/catalogue.ts'
import { migrate } from '#server/store/migrate.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { type VerifiedUser, verifiedUser } from './verified-user.ts'

/** Verified users with these funds each ("1000 TOMAN"), in the product's own catalogue, before any server opens the database. */
export async function preparedTraders(
  settings: DatabaseSettings,
  { count, funds }: { count: number; funds: readonly string[] },
): Promise<VerifiedUser[]> {
  const database = await openDatabase(settings)
  try {
    await migrate(database)
    await seedCatalogue(database)
    // A load consists of few people with many orders.
    await database.query('update markets set open_orders_max = 1000000')
    const catalogue = await readCatalogue(database)
    const { markets } = catalogue
    const traders: VerifiedUser[] = []
    for (let i = 0; i < count; i++) traders.push(await verifiedUser(database))
    const exchange = await openExchange({ database, markets, log: { warn() {} }, onLost: () => undefined })
    await Promise.all(traders.map(({ userId }) => giveFunds(exchange, catalogue, { userId, funds })))
    await exchange.close()
    return traders
  } finally {
    await database.close()
  }
}

/** Gives a user these funds ("1000 TOMAN") in a catalogue's coins. */
export async function giveFunds(
  exchange: Exchange,
  { coinBySymbol }: Pick<Catalogue, 'coinBySymbol'>,
  { userId, funds }: { readonly userId: number; readonly funds: readonly string[] },
): Promise<void> {
  const given = funds.map((text) => {
    const [quantity = '', symbol = ''] = text.split(' ')
    const coin = coinBySymbol.get(symbol)
    const units = coin && parseDecimal(quantity, coin.decimals)
    if (!coin || units === undefined) throw new Error(`${text} cannot be given`)
    const reference = `gift:${userId}:${symbol}`
    const command = { type: 'credit', userId, key: reference, fingerprint: text, reference } as const
    return exchange.submit({ ...command, source: 'hot/ERC20', coinId: coin.id, amount: amount(units) })
  })
  await Promise.all(given)
}
