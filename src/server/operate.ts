import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Market } from '#domain/market.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { systemUser } from './accounts/operators/add-operator.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { haltMarket } from './operations/halt-market.ts'
import { switchMarketMaker } from './operations/switch-market-maker.ts'
import { recordEvent } from './store/accounts/audit-log.ts'
import { findOperatorSecrets } from './store/accounts/operators.ts'
import { type Catalogue, readCatalogue } from './store/catalogue.ts'
import type { Database, Transaction } from './store/database.ts'
import { openForTool } from './store/open-for-tool.ts'
import { endHalt, isAcknowledged } from './store/trading/market-halts.ts'

const USAGE = `Orders to an exchange, which a running server on the same database obeys at once. Each is in the audit log:
  --as <mobile number of an operator, or a name>
  halt GOLD_TOMAN "reason in Persian" "reason in English"
  cancel-only GOLD_TOMAN "reason in Persian" "reason in English"
  resume GOLD_TOMAN --because "reason"
  maker on|off GOLD_TOMAN|all --because "reason"`

const LOOK_AGAIN_MS = 100
const NAME_LETTERS = { min: 2, max: 80 }
const REASON_LETTERS = { min: 3, max: 300 }

/**
 * Executes one order of an operator's command line.
 * @param waitMs how long a server may take to acknowledge a halt: from then on nothing trades against it
 * @returns what was done, as a sentence
 * @throws Error with a sentence for the operator, when nothing was done
 */
export async function operate(
  database: Database,
  words: readonly string[],
  { waitMs = 10_000 }: { waitMs?: number } = {},
): Promise<string> {
  const { order, rest, as, because } = readWords(words)
  const catalogue = await readCatalogue(database)
  const acting = { database, catalogue, as }
  const acknowledged = (market: Market) => untilAcknowledged(database, market, waitMs)
  if (order === 'halt' || order === 'cancel-only') {
    const [symbol, fa, en] = rest
    const market = marketCalled(catalogue, symbol)
    if (!fa || !en) throw new Error(`A halt has a reason in both languages.\n${USAGE}`)
    const kind = order === 'halt' ? 'halted' : order
    const details = { market: market.symbol, after: kind, reasonFa: fa, reason: checkReason(en) }
    await act(acting, { kind: 'MARKET_HALTED', details }, (tx, at) =>
      haltMarket(tx, { market, halt: { kind, reason: { fa, en } }, at }),
    )
    return `${symbol} is ${kind}: ${en}${await acknowledged(market)}`
  }
  if (order === 'resume') {
    const market = marketCalled(catalogue, rest[0])
    const details = { market: market.symbol, reason: checkReason(because) }
    const ended = await act(acting, { kind: 'MARKET_RESUMED', details }, (tx, at) =>
      endHalt(tx, { marketId: market.id, at }),
    )
    return ended ? `${market.symbol} trades again.${await acknowledged(market)}` : `${market.symbol} was not halted.`
  }
  const [turn, symbol] = rest
  if (order !== 'maker' || (turn !== 'on' && turn !== 'off') || symbol === undefined) throw new Error(USAGE)
  const markets = symbol === 'all' ? symbol : [marketCalled(catalogue, symbol)]
  const details = { market: symbol, after: turn === 'on', reason: checkReason(because) }
  await act(acting, { kind: 'MARKET_MAKER_SWITCHED', details }, (tx) =>
    switchMarketMaker({ database: tx }, { markets, enabled: turn === 'on' }),
  )
  return `The market maker is ${turn} in ${symbol === 'all' ? 'all markets' : symbol}.`
}

function readWords(words: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { as: { type: 'string' }, because: { type: 'string' } },
  })
  const [order, ...rest] = positionals
  if (order === undefined) throw new Error(USAGE)
  const as = values.as?.trim() ?? ''
  if (as.length < NAME_LETTERS.min || as.length > NAME_LETTERS.max)
    throw new Error(`Nobody acts without a name: --as.\n${USAGE}`)
  return { order, rest, as, because: values.because }
}

function checkReason(reason = ''): string {
  const words = reason.trim()
  if (words.length < REASON_LETTERS.min || words.length > REASON_LETTERS.max)
    throw new Error(`A reason has ${REASON_LETTERS.min} to ${REASON_LETTERS.max} letters: --because.\n${USAGE}`)
  return words
}

function marketCalled({ marketBySymbol }: Catalogue, symbol = ''): Market {
  const market = marketBySymbol.get(symbol)
  if (!market) throw new Error(`There is no market "${symbol}".\n${USAGE}`)
  return market
}

interface Acting {
  readonly database: Database
  readonly as: string
}

interface Acted {
  readonly kind: string
  readonly details: { readonly [name: string]: string | boolean }
}

/** Does it and writes it down, in one transaction; what changed nothing (`false`) is no event. */
async function act<Result>(
  { database, as }: Acting,
  { kind, details }: Acted,
  work: (tx: Transaction, at: Date) => Promise<Result>,
): Promise<Result> {
  const at = new Date()
  return database.transaction(async (tx) => {
    const actor = await findActor(tx, as, at)
    const result = await work(tx, at)
    const event = { at, kind, userId: undefined, operatorId: actor.id, ip: 'unknown', device: 'command line' }
    if (result !== false) await recordEvent(tx, { ...event, details: { ...details, ...actor.named } })
    return result
  })
}

/** A mobile number must be an operator's; a name acts by the machine's own account, beside which it is written down. */
async function findActor(
  tx: Transaction,
  as: string,
  at: Date,
): Promise<{ readonly id: number; readonly named: { readonly by?: string } }> {
  const mobile = parseMobileNumber(as)
  if (mobile === undefined) return { id: await systemUser(tx, at), named: { by: as } }
  const operator = await findOperatorSecrets(tx, mobile)
  if (!operator || operator.blocked) throw new Error(`${mobile} is no operator.`)
  return { id: operator.id, named: {} }
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
    const database = await openForTool({ databaseUrl, dataDir })
    process.stdout.write(
      `${await operate(database, process.argv.slice(2), database.engine === 'pglite' ? { waitMs: 0 } : {}).finally(() => database.close())}\n`,
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
