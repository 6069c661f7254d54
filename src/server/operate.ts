import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '#domain/market.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { haltMarket } from './operations/halt-market.ts'
import { switchMarketMaker } from './operations/switch-market-maker.ts'
import { readCatalogue } from './store/catalogue.ts'
import type { Database } from './store/database.ts'
import { migrate } from './store/migrate.ts'
import { openDatabase } from './store/open-database.ts'
import { endHalt, isAcknowledged } from './store/trading/market-halts.ts'

const USAGE = `Orders to an exchange, which a running server on the same database obeys at once:
  halt GOLD_TOMAN "reason in Persian" "reason in English"
  cancel-only GOLD_TOMAN "reason in Persian" "reason in English"
  resume GOLD_TOMAN
  maker on|off GOLD_TOMAN|all`

const LOOK_AGAIN_MS = 100

/**
 * Executes one order of an operator's command line.
 * @param waitMs how long a server may take to acknowledge a halt: from then on nothing trades against it
 * @returns what was done, as a sentence
 * @throws Error with a sentence for the operator, when nothing was done
 */
export async function operate(
  database: Database,
  [order, ...words]: readonly string[],
  { waitMs = 10_000 }: { waitMs?: number } = {},
): Promise<string> {
  const { marketBySymbol } = await readCatalogue(database)
  const marketCalled = (symbol = '') => {
    const market = marketBySymbol.get(symbol)
    if (!market) throw new Error(`There is no market "${symbol}".\n${USAGE}`)
    return market
  }
  const acknowledged = (market: Market) => untilAcknowledged(database, market, waitMs)
  const at = new Date()
  if (order === 'halt' || order === 'cancel-only') {
    const [symbol, fa, en] = words
    const market = marketCalled(symbol)
    if (!fa || !en) throw new Error(`A halt has a reason in both languages.\n${USAGE}`)
    const kind = order === 'halt' ? 'halted' : order
    await haltMarket(database, { market, halt: { kind, reason: { fa, en } }, at })
    return `${symbol} is ${kind}: ${en}${await acknowledged(market)}`
  }
  if (order === 'resume') {
    const market = marketCalled(words[0])
    const ended = await endHalt(database, { marketId: market.id, at })
    return ended ? `${market.symbol} trades again.${await acknowledged(market)}` : `${market.symbol} was not halted.`
  }
  const [turn, symbol] = words
  if (order !== 'maker' || (turn !== 'on' && turn !== 'off') || symbol === undefined) throw new Error(USAGE)
  const markets = symbol === 'all' ? symbol : [marketCalled(symbol)]
  await switchMarketMaker({ database }, { markets, enabled: turn === 'on' })
  return `The market maker is ${turn} in ${symbol === 'all' ? 'all markets' : symbol}.`
}

/** Waits for the running server. Nothing to add where it has acknowledged the order. */
async function untilAcknowledged(database: Database, { id }: Market, waitMs: number): Promise<string> {
  for (let waited = 0; waited < waitMs; waited += LOOK_AGAIN_MS) {
    if (await isAcknowledged(database, id)) return ''
    await sleep(LOOK_AGAIN_MS)
  }
  return '\nNo running server has acknowledged it: one that starts keeps it from its first command on.'
}

if (import.meta.main) {
  try {
    const { databaseUrl, dataDir } = parseConfig(readEnvironment())
    const database = await openDatabase({ databaseUrl, dataDir })
    await migrate(database)
    process.stdout.write(
      `${await operate(database, process.argv.slice(2), database.engine === 'pglite' ? { waitMs: 0 } : {}).finally(() => database.close())}\n`,
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
