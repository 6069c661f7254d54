import type * as z from 'zod/mini'
import { Strategy } from '#contract/operations-settings.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { parsePercent, percentOf } from '#domain/fee.ts'
import { MAKER_SETTINGS, type MakerSetting, makerBounds, outOfBounds, takesTwo } from '#domain/maker-bounds.ts'
import type { Market } from '#domain/market.ts'
import { amount, ppm } from '#domain/units.ts'
import { notifyDuty, sittingOf } from '../../accounts/operators/notify-operators.ts'
import { usualStrategy } from '../../operations/seed-strategies.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { lockSettings } from '../../store/catalogue.ts'
import type { Transaction } from '../../store/database.ts'
import { type MakerStrategy, readStrategies, saveStrategy } from '../../store/trading/maker-strategies.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { changeDetails, proposeSetting, readSetting } from '../proposals/setting.ts'

type Catalogue = Pick<ConsoleServices, 'catalogue'>
type StrategyText = z.output<typeof Strategy>

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
    const changes = changeDetails(before?.text, after)
    if (Object.keys(changes).length === 0) return rejected('NOTHING_TO_CHANGE')
    if (version !== (before?.version ?? 0)) return rejected('SETTING_CHANGED')
    if (takesTwo(before?.strategy, strategy, makerBounds(usualStrategy(market)))) {
      const change = { kind: 'SET_STRATEGY', subject: symbol, before: before?.text, after, version } as const
      return proposeSetting(tx, change, { act, at: now() })
    }
    await saveStrategy(tx, strategy)
    await notifyChange(tx, { symbol, by: act.operatorId, at: now() })
    await recordAct(tx, act, { at: now(), kind: 'MAKER_STRATEGY_SET', details: { market: symbol, ...changes } })
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
  const before = set && { strategy: set, text: strategyText(set, market), version: set.version }
  return { market, strategy, before, after: strategyText(strategy, market) }
}

/** Refuses SETTING_CHANGED if the strategy was set meanwhile. */
export async function setProposedStrategy(
  tx: Transaction,
  { subject, payload, proposedBy }: Proposal,
  { catalogue, at }: Catalogue & { readonly at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after: text, version, changes } = readSetting(payload, Strategy)
  const checked = await checkStrategy(tx, { catalogue, symbol: subject ?? '', text })
  if (checked instanceof Rejected) return checked
  const { market, before, strategy } = checked
  if (version !== (before?.version ?? 0)) return rejected('SETTING_CHANGED')
  await saveStrategy(tx, strategy)
  await notifyChange(tx, { symbol: market.symbol, by: proposedBy, at })
  return { details: { market: market.symbol, ...changes } }
}

/** No spread is wider than half. */
const SHARE_MAX = ppm(500_000n)

/** The market maker's strategy for a market, or all invalid settings: `field` is the first, and `fields` of the details are all. */
function parseStrategy(text: StrategyText, market: Market): Omit<MakerStrategy, 'enabled'> | Rejected {
  const bounds = makerBounds(usualStrategy(market))
  const unreadable: MakerSetting[] = []
  /** Unreadable text is replaced by a valid number, so that it is reported once. */
  const read = (name: MakerSetting, units: bigint | undefined): bigint => {
    if (units === undefined) unreadable.push(name)
    return units ?? bounds[name].max
  }
  const share = (name: 'halfSpread' | 'step' | 'skew') => ppm(read(name, parsePercent(text[name], SHARE_MAX)))
  const ofCoin = (name: 'levelWorth' | 'lossMax' | 'inventoryTarget' | 'inventoryBand', { decimals }: Coin) =>
    amount(read(name, parseDecimal(text[name], decimals)))
  const strategy = {
    marketId: market.id,
    levels: text.levels,
    refreshMs: text.refreshMs,
    ...{ halfSpread: share('halfSpread'), step: share('step'), skew: share('skew') },
    levelWorth: ofCoin('levelWorth', market.quote),
    inventoryTarget: ofCoin('inventoryTarget', market.base),
    inventoryBand: ofCoin('inventoryBand', market.base),
    lossMax: ofCoin('lossMax', market.quote),
  }
  const beyond = outOfBounds(strategy, bounds)
  const fields = MAKER_SETTINGS.filter((name) => unreadable.includes(name) || beyond.includes(name))
  return fields.length > 0 ? rejected('SETTING_INVALID', { field: fields[0], details: { fields } }) : strategy
}

/** A strategy as its form shows it. */
export const strategyText = (strategy: Omit<MakerStrategy, 'enabled'>, { base, quote }: Market): StrategyText => ({
  halfSpread: percentOf(strategy.halfSpread),
  step: percentOf(strategy.step),
  levels: strategy.levels,
  levelWorth: formatDecimal(strategy.levelWorth, quote.decimals),
  refreshMs: strategy.refreshMs,
  skew: percentOf(strategy.skew),
  inventoryTarget: formatDecimal(strategy.inventoryTarget, base.decimals),
  inventoryBand: formatDecimal(strategy.inventoryBand, base.decimals),
  lossMax: formatDecimal(strategy.lossMax, quote.decimals),
})

/** The allowed values of a market's strategy, each as its field shows it. */
export function boundsText(market: Market) {
  const textOf = (name: MakerSetting, value: bigint): string => {
    if (name === 'levels' || name === 'refreshMs') return String(value)
    if (name === 'levelWorth' || name === 'lossMax') return formatDecimal(amount(value), market.quote.decimals)
    if (name === 'inventoryTarget' || name === 'inventoryBand')
      return formatDecimal(amount(value), market.base.decimals)
    return percentOf(ppm(value))
  }
  const bounds = makerBounds(usualStrategy(market))
  return Object.fromEntries(
    MAKER_SETTINGS.map((name) => {
      const { min, max, aloneMin, aloneMax } = bounds[name]
      const text = (value: bigint) => textOf(name, value)
      return [name, { min: text(min), max: text(max), aloneMin: text(aloneMin), aloneMax: text(aloneMax) }]
    }),
  )
}
