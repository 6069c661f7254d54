import { Rejected, rejected } from '#contract/rejected.ts'
import { strategyOfNew } from '../../operations/seed-strategies.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { readCatalogue } from '../../store/catalogue.ts'
import { insertMarket, lockSettings, saveMarket } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import { addStrategies } from '../../store/trading/maker-strategies.ts'
import { insertHalt } from '../../store/trading/market-halts.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, readSettingPayload, type SettingText } from '../proposals/proposal.ts'
import { type MarketText, parseMarket } from './parse-settings.ts'
import { changeDetails, proposeSetting } from './propose-setting.ts'
import { marketText } from './settings-text.ts'

type Proposing = Pick<ConsoleServices, 'accounts'>

/** Refuses MARKET_NOT_FOUND, SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarketChange(
  { accounts: { database, now } }: Proposing,
  { symbol, text }: { symbol: string; text: MarketText },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const market = (await readCatalogue(tx)).marketBySymbol.get(symbol)
    if (!market) return rejected('MARKET_NOT_FOUND')
    const change = parseMarket(text, market)
    if (change instanceof Rejected) return change
    const [before, after] = [marketText(market), marketText({ ...market, ...change })].map((each) => ({ ...each }))
    if (!before || !after) throw new Error('a market has no text')
    return proposeSetting(tx, { kind: 'CHANGE_MARKET', subject: symbol, before, after }, { act, at: now() })
  })
}

/** The rules apply to every order after the approval; open orders keep their price, their amount and their fees. */
export async function changeProposedMarket(
  tx: Transaction,
  { subject, payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const market = (await readCatalogue(tx)).marketBySymbol.get(subject ?? '')
  if (!market) return rejected('MARKET_NOT_FOUND')
  const { after } = readSettingPayload(payload)
  const change = parseMarket(marketTextOf(after), market)
  if (change instanceof Rejected) return change
  await saveMarket(tx, { id: market.id, ...change })
  return { details: { market: market.symbol, ...changeDetails({ ...marketText(market) }, after) } }
}

const marketTextOf = (after: SettingText): MarketText => ({
  tick: after.tick ?? '',
  minAmount: after.minAmount ?? '',
  maxAmount: after.maxAmount ?? '',
  minTotal: after.minTotal ?? '',
  openOrdersMax: after.openOrdersMax ?? '',
  hours: after.hours === 'working' ? 'working' : 'always',
  protectionBand: after.protectionBand ?? '',
  forceWarning: after.forceWarning ?? '',
  limitPriceMin: after.limitPriceMin ?? '',
  limitPriceMax: after.limitPriceMax ?? '',
})

/** Refuses COIN_NOT_FOUND, SETTING_INVALID, MARKET_EXISTS, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarket(
  { accounts: { database, now } }: Proposing,
  { base, quote, ...text }: MarketText & { base: string; quote: string },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const checked = await checkNew(tx, { base, quote, text })
    if (checked instanceof Rejected) return checked
    const after = { base, quote, ...text }
    return proposeSetting(
      tx,
      { kind: 'ADD_MARKET', subject: checked.symbol, before: undefined, after },
      { act, at: now() },
    )
  })
}

async function checkNew(tx: Transaction, { base, quote, text }: { base: string; quote: string; text: MarketText }) {
  const { coinBySymbol, marketBySymbol } = await readCatalogue(tx)
  const baseCoin = coinBySymbol.get(base)
  const quoteCoin = coinBySymbol.get(quote)
  if (!baseCoin || !quoteCoin || base === quote || base === 'TOMAN')
    return rejected('COIN_NOT_FOUND', { field: 'base' })
  const symbol = `${base}_${quote}`
  if (marketBySymbol.has(symbol)) return rejected('MARKET_EXISTS', { field: 'base' })
  const change = parseMarket(text, { base: baseCoin, quote: quoteCoin })
  if (change instanceof Rejected) return change
  return { ...change, symbol, base: baseCoin, quote: quoteCoin }
}

/** The market exists once the approval is answered, halted until an operator resumes it, and without the market maker until one switches it on. */
export async function addProposedMarket(
  tx: Transaction,
  { payload }: Proposal,
  { at }: { at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after } = readSettingPayload(payload)
  const checked = await checkNew(tx, { base: after.base ?? '', quote: after.quote ?? '', text: marketTextOf(after) })
  if (checked instanceof Rejected) return checked
  const marketId = await insertMarket(tx, checked)
  await addStrategies(tx, [strategyOfNew({ id: marketId, ...checked })])
  await insertHalt(tx, { marketId, halt: { kind: 'halted', reason: NEW_MARKET }, at })
  return { details: { market: checked.symbol, ...after } }
}

const NEW_MARKET = { fa: 'این بازار هنوز باز نشده است.', en: "This market isn't open yet." }
