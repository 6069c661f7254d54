import { Rejected, rejected } from '#contract/rejected.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { makerBounds, takesTwo } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import { notifyDuty, sittingOf } from '../../accounts/operators/notify-operators.ts'
import { usualStrategy } from '../../operations/seed-strategies.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { lockSettings, saveStrategy } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import { readStrategies } from '../../store/trading/maker-strategies.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, readSettingPayload, type SettingText } from '../proposals/proposal.ts'
import { parseStrategy, type StrategyText } from './parse-settings.ts'
import { changeDetails, proposeSetting } from './propose-setting.ts'
import { strategyText } from './settings-text.ts'

type Catalogue = Pick<ConsoleServices, 'catalogue'>

interface Wanted {
  readonly symbol: string
  readonly text: StrategyText
  /** The version that the form was opened with: a save over a newer one would undo another operator's change. */
  readonly version: number
}

/**
 * Sets how the market maker quotes a market, which it reads within two seconds. A change beyond the small bounds is proposed, for another
 * operator to approve. Refuses MARKET_NOT_FOUND, SETTING_INVALID, SETTING_CHANGED, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 * @returns the id of the proposal, or none if it is done
 */
export async function setStrategy(
  { accounts: { database, now }, catalogue }: Pick<ConsoleServices, 'accounts'> & Catalogue,
  { symbol, text, version }: Wanted,
  act: Act,
): Promise<{ readonly id: number | undefined } | Rejected> {
  return database.transaction(async (tx) => {
    await lockSettings(tx)
    const checked = await checkStrategy(tx, { catalogue, symbol, text })
    if (checked instanceof Rejected) return checked
    const { market, before, after, strategy } = checked
    if (Object.keys(changeDetails(before?.text, after)).length === 0) return rejected('NOTHING_TO_CHANGE')
    if (version !== (before?.version ?? 0)) return rejected('SETTING_CHANGED')
    if (takesTwo(before?.strategy, strategy, makerBounds(usualStrategy(market))))
      return proposeSetting(
        tx,
        { kind: 'SET_STRATEGY', subject: symbol, before: before && words(before.text), after: words(after), version },
        { act, at: now() },
      )
    await saveStrategy(tx, strategy)
    await notifyChange(tx, { symbol, by: act.operatorId, at: now() })
    const details = { market: symbol, ...changeDetails(before?.text, after) }
    await recordAct(tx, act, { at: now(), kind: 'MAKER_STRATEGY_SET', details })
    return { id: undefined }
  })
}

/** Notifies the operators who watch the market maker, also of small changes. */
const notifyChange = (tx: Transaction, { symbol, by, at }: { symbol: string; by: number; at: Date }): Promise<void> =>
  notifyDuty(tx, {
    ...{ kind: 'MAKER_STRATEGY_SET', params: { market: symbol }, right: 'MAKER_CHANGE', by, isGrave: true, at },
    eventKey: `maker:${symbol}:${by}:${sittingOf(at)}`,
  })

async function checkStrategy(
  tx: Transaction,
  { catalogue, symbol, text }: Catalogue & { symbol: string; text: StrategyText },
) {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  const strategy = parseStrategy(text, market)
  if (strategy instanceof Rejected) return strategy
  const set = (await readStrategies(tx)).get(market.id)
  const before = set && { strategy: set, text: plain(set, market), version: set.version }
  return { market, strategy, before, after: plain(strategy, market) }
}

const plain = (strategy: Parameters<typeof strategyText>[0], market: Market) => ({ ...strategyText(strategy, market) })

const words = (text: Readonly<Record<string, string | number>>): SettingText =>
  Object.fromEntries(Object.entries(text).map(([name, value]) => [name, String(value)]))

/** Refuses SETTING_CHANGED if the strategy was set meanwhile. */
export async function setProposedStrategy(
  tx: Transaction,
  { subject, payload, proposedBy }: Proposal,
  { catalogue, at }: Catalogue & { readonly at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after: proposed, version } = readSettingPayload(payload)
  const count = (text = '') => toCount(parseDecimal(text, 0) ?? 0n)
  const text = {
    halfSpread: proposed.halfSpread ?? '',
    step: proposed.step ?? '',
    levels: count(proposed.levels),
    levelWorth: proposed.levelWorth ?? '',
    refreshMs: count(proposed.refreshMs),
    skew: proposed.skew ?? '',
    inventoryTarget: proposed.inventoryTarget ?? '',
    inventoryBand: proposed.inventoryBand ?? '',
    lossMax: proposed.lossMax ?? '',
  }
  const checked = await checkStrategy(tx, { catalogue, symbol: subject ?? '', text })
  if (checked instanceof Rejected) return checked
  const { market, before, after, strategy } = checked
  if (version !== (before?.version ?? 0)) return rejected('SETTING_CHANGED')
  await saveStrategy(tx, strategy)
  await notifyChange(tx, { symbol: market.symbol, by: proposedBy, at })
  return { details: { market: market.symbol, ...changeDetails(before?.text, after) } }
}
