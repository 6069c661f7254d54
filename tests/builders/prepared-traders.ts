import { parseDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import { openExchange } from '#server/exchange/open-exchange.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
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
    const { markets, coinBySymbol } = await readCatalogue(database)
    const traders: VerifiedUser[] = []
    for (let i = 0; i < count; i++) traders.push(await verifiedUser(database))
    const exchange = await openExchange({ database, markets, log: { warn() {} }, onLost: () => undefined })
    const given = traders.flatMap(({ userId }) =>
      funds.map((text) => {
        const [quantity = '', symbol = ''] = text.split(' ')
        const coin = coinBySymbol.get(symbol)
        const units = coin && parseDecimal(quantity, coin.decimals)
        if (!coin || units === undefined) throw new Error(`${text} cannot be given`)
        const reference = `gift:${userId}:${symbol}`
        return exchange.submit({
          type: 'credit',
          userId,
          key: reference,
          fingerprint: text,
          source: 'hot/ERC20',
          coinId: coin.id,
          amount: amount(units),
          reference,
        })
      }),
    )
    await Promise.all(given)
    await exchange.close()
    return traders
  } finally {
    await database.close()
  }
}
