import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Halt } from '#domain/market-state.ts'
import { haltMarket as placeHalt } from '../../operations/market-states.ts'
import { endHalt } from '../../store/trading/market-halts.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'

type Changing = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'states'>
type Operating = Omit<Act, 'reason'>

/** Halts a market, replacing any present halt; a repeat changes nothing. Resolves when the exchange applies it. Refuses MARKET_NOT_FOUND. */
export async function haltMarket(
  { accounts: { database, now }, catalogue, states }: Changing,
  { symbol, halt }: { symbol: string; halt: Halt },
  operating: Operating,
): Promise<Rejected | undefined> {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  const at = now()
  await database.transaction(async (tx) => {
    if (!(await placeHalt(tx, { market, halt, at, operatorId: operating.operatorId }))) return
    const details = { market: symbol, after: halt.kind, reasonFa: halt.reason.fa }
    await recordAct(tx, { ...operating, reason: halt.reason.en }, { at, kind: 'MARKET_HALTED', details })
  })
  await states.reload()
  return undefined
}

/** Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE. */
export async function resumeMarket(
  { accounts: { database, now }, catalogue, states }: Changing,
  symbol: string,
  act: Act,
): Promise<Rejected | undefined> {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  const at = now()
  const refused = await database.transaction(async (tx) => {
    if (!(await endHalt(tx, { marketId: market.id, at }))) return rejected('NOTHING_TO_CHANGE')
    await recordAct(tx, act, { at, kind: 'MARKET_RESUMED', details: { market: symbol } })
    return undefined
  })
  if (!refused) await states.reload()
  return refused
}
