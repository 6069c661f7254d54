import { parseConfig, readEnvironment } from './config/config.ts'
import { haltMarket, resumeMarket } from './operations/halt-market.ts'
import { switchMarketMaker } from './operations/switch-market-maker.ts'
import { readCatalogue } from './store/catalogue.ts'
import type { Database } from './store/database.ts'
import { migrate } from './store/migrate.ts'
import { openDatabase } from './store/open-database.ts'

const USAGE = `Orders to an exchange, which a running server on the same database obeys within seconds:
  halt GOLD_TOMAN "reason in Persian" "reason in English"
  cancel-only GOLD_TOMAN "reason in Persian" "reason in English"
  resume GOLD_TOMAN
  maker on|off GOLD_TOMAN|all`

/** Nobody else listens here: a running server reads what was written. */
const states = { reload: async () => undefined }

/**
 * Carries out one order of an operator's command line.
 * @returns what was done, as a sentence
 * @throws Error with a sentence for the operator, when nothing was done
 */
export async function operate(database: Database, [order, ...words]: readonly string[]): Promise<string> {
  const { marketBySymbol } = await readCatalogue(database)
  const marketCalled = (symbol = '') => {
    const market = marketBySymbol.get(symbol)
    if (!market) throw new Error(`There is no market "${symbol}".\n${USAGE}`)
    return market
  }
  const at = new Date()
  if (order === 'halt' || order === 'cancel-only') {
    const [symbol, fa, en] = words
    const market = marketCalled(symbol)
    if (!fa || !en) throw new Error(`A halt has a reason in both languages.\n${USAGE}`)
    const kind = order === 'halt' ? 'halted' : order
    await haltMarket({ database, states }, { market, halt: { kind, reason: { fa, en } }, at })
    return `${symbol} is ${kind}: ${en}`
  }
  if (order === 'resume') {
    const market = marketCalled(words[0])
    const ended = await resumeMarket({ database, states }, { market, at })
    return ended ? `${market.symbol} trades again.` : `${market.symbol} was not halted.`
  }
  const [turn, symbol] = words
  if (order !== 'maker' || (turn !== 'on' && turn !== 'off') || symbol === undefined) throw new Error(USAGE)
  const markets = symbol === 'all' ? symbol : [marketCalled(symbol)]
  await switchMarketMaker({ database }, { markets, enabled: turn === 'on' })
  return `The market maker is ${turn} in ${symbol === 'all' ? 'all markets' : symbol}.`
}

if (import.meta.main) {
  try {
    const { databaseUrl, dataDir } = parseConfig(readEnvironment())
    const database = await openDatabase({ databaseUrl, dataDir })
    await migrate(database)
    process.stdout.write(`${await operate(database, process.argv.slice(2)).finally(() => database.close())}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
