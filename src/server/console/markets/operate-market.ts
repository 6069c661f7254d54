import { type Rejected, rejected } from '#contract/rejected.ts'
import type { Halt } from '#domain/market-state.ts'
import { haltMarket as placeHalt } from '../../operations/market-states.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import type { Transaction } from '../../store/database.ts'
import { readStrategies, switchMarketMaker } from '../../store/trading/maker-strategies.ts'
import { endHalt } from '../../store/trading/market-halts.ts'
import { type Act, type Acting, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { proposeSetting } from '../proposals/setting.ts'

type Changing = Pick<ConsoleServices, 'accounts' | 'catalogue' | 'states'>

/** Halts a market, replacing any present halt; a repeat changes nothing. Resolves when the exchange follows it. Refuses MARKET_NOT_FOUND. */
export async function haltMarket(
  { accounts: { database, now }, catalogue, states }: Changing,
  { symbol, halt }: { symbol: string; halt: Halt },
  acting: Acting,
): Promise<Rejected | undefined> {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  const at = now()
  await database.transaction(async (tx) => {
    if (!(await placeHalt(tx, { market, halt, at, operatorId: acting.operatorId }))) return
    const details = { market: symbol, after: halt.kind, reasonFa: halt.reason.fa }
    await recordAct(tx, { ...acting, reason: halt.reason.en }, { at, kind: 'MARKET_HALTED', details })
  })
  await states.reload()
  return undefined
}

/** Ends the halt of a market. Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE. */
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

/**
 * Switches the market maker off in a market immediately; switching it on is proposed, for another operator to approve. Refuses
 * MARKET_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 * @returns the id of the proposal, absent if the switch was made
 */
export async function switchMaker(
  { accounts: { database, now }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { symbol, enabled }: { symbol: string; enabled: boolean },
  act: Act,
): Promise<{ readonly id: number | undefined } | Rejected> {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  return database.transaction(async (tx) => {
    const strategy = (await readStrategies(tx)).get(market.id)
    if (!strategy || strategy.enabled === enabled || (enabled && !market.active)) return rejected('NOTHING_TO_CHANGE')
    const switched = { before: { enabled: strategy.enabled }, after: { enabled } }
    if (enabled)
      return proposeSetting(tx, { kind: 'SWITCH_MAKER_ON', subject: symbol, ...switched }, { act, at: now() })
    await switchMarketMaker(tx, { marketIds: [market.id], enabled, at: now(), by: act.operatorId })
    const details = { market: symbol, before: true, after: enabled }
    await recordAct(tx, act, { at: now(), kind: 'MARKET_MAKER_SWITCHED', details })
    return { id: undefined }
  })
}

/** Carries out an approved proposal; the market maker follows within two seconds. */
export async function switchProposedMakerOn(
  tx: Transaction,
  { subject }: Proposal,
  { catalogue, at }: Pick<ConsoleServices, 'catalogue'> & { readonly at: Date },
): Promise<Approved | Rejected> {
  const market = catalogue.marketBySymbol.get(subject ?? '')
  if (!market) return rejected('MARKET_NOT_FOUND')
  if ((await readStrategies(tx)).get(market.id)?.enabled !== false) return rejected('NOTHING_TO_CHANGE')
  await switchMarketMaker(tx, { marketIds: [market.id], enabled: true, at })
  return { details: { market: market.symbol, before: false, after: true } }
}
