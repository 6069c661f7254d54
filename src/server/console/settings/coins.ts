import * as z from 'zod/mini'
import { CoinSettings, NewCoin, type NetworkSwitch as WireSwitch } from '#contract/operations-settings.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import {
  type BankLimits,
  type Coin,
  parseAmount,
  type CoinSettings as Settings,
  type TokenNetwork,
} from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { parsePercent, percentOf } from '#domain/fee.ts'
import { type Amount, amount, type Ppm, PRICE_DECIMALS, ppm } from '#domain/units.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { lockSettings, readCatalogue } from '../../store/catalogue.ts'
import {
  insertCoin,
  isCoinKnown,
  type NewCoin as ParsedCoin,
  readHotShares,
  readRevisions,
  saveCoin,
  switchNetwork,
} from '../../store/console/coins.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { changeDetails, invalid, proposeSetting, readSetting } from '../proposals/setting.ts'

type CoinText = z.output<typeof CoinSettings>
type NewCoinText = z.output<typeof NewCoin>
type NetworkText = CoinText['networks'][number]

/**
 * Proposes a coin with the source's present quote for the ID, for the approver to read: a wrong ID gives a wrong price. Refuses SETTING_INVALID,
 * COIN_EXISTS, PRICE_SOURCE_UNKNOWN, PRICE_SOURCE_UNAVAILABLE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function proposeCoin(
  { accounts: { database, now }, findDollarPrice }: Pick<ConsoleServices, 'accounts' | 'findDollarPrice'>,
  text: NewCoinText,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const coin = parseCoin(text)
  if (coin instanceof Rejected) return coin
  const found = await findDollarPrice(text.priceSource)
  if (found.kind === 'unavailable') return rejected('PRICE_SOURCE_UNAVAILABLE')
  if (!found.quote) return rejected('PRICE_SOURCE_UNKNOWN', { field: 'priceSource' })
  const after = { ...text, sourcePrice: formatDecimal(found.quote.price, PRICE_DECIMALS) }
  return database.transaction(async (tx) => {
    if (await isCoinKnown(tx, coin)) return rejected('COIN_EXISTS', { field: 'symbol' })
    return proposeSetting(tx, { kind: 'ADD_COIN', subject: text.symbol, before: undefined, after }, { act, at: now() })
  })
}

/** The coin exists once the approval is answered. */
export async function addProposedCoin(tx: Transaction, { payload }: Proposal): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after, changes } = readSetting(payload, z.object(NewCoin.shape))
  const coin = parseCoin(after)
  if (coin instanceof Rejected) return coin
  if (await isCoinKnown(tx, coin)) return rejected('COIN_EXISTS')
  await insertCoin(tx, coin)
  return { details: { coin: coin.symbol, ...changes } }
}

/** Refuses COIN_NOT_FOUND, SETTING_CHANGED, SETTING_INVALID, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeCoinChange(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  { symbol, text, revision }: { symbol: string; text: CoinText; revision: number },
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const checked = await checkChange(tx, { symbol, text, revision })
    if (checked instanceof Rejected) return checked
    const { coin, hotShareMax, settings } = checked
    const [before, after] = [coinText(coin, hotShareMax), coinText({ ...coin, ...settings }, settings.hotShareMax)]
    const change = { kind: 'CHANGE_COIN', subject: symbol, before, after, version: revision } as const
    return proposeSetting(tx, change, { act, at: now() })
  })
}

/** A form of an older revision is refused: it would undo a change that its operator has not seen. */
async function checkChange(
  tx: Transaction,
  { symbol, text, revision }: { symbol: string; text: CoinText; revision: number | undefined },
) {
  const coin = (await readCatalogue(tx)).coinBySymbol.get(symbol)
  if (!coin) return rejected('COIN_NOT_FOUND')
  if ((await readRevisions(tx)).get(symbol) !== revision) return rejected('SETTING_CHANGED')
  const settings = parseSettings(text, coin)
  if (settings instanceof Rejected) return settings
  return { coin, settings, hotShareMax: (await readHotShares(tx)).get(symbol) ?? WHOLE }
}

/** The settings hold for every quick trade and withdrawal once the approval is answered. */
export async function changeProposedCoin(
  tx: Transaction,
  { subject = '', payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after, version, changes } = readSetting(payload, CoinSettings)
  const checked = await checkChange(tx, { symbol: subject, text: after, revision: version })
  if (checked instanceof Rejected) return checked
  await saveCoin(tx, { id: checked.coin.id, ...checked.settings })
  return { details: { coin: subject, ...changes } }
}

type Switch = z.output<typeof WireSwitch> & { readonly symbol: string; readonly tokenType: string }

/**
 * Stops deposits or withdrawals over a network of a coin immediately; to open them again is proposed, for another operator to approve.
 * Refuses COIN_NOT_FOUND, NETWORK_NOT_SUPPORTED, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 * @returns the id of the proposal, or none if it is done
 */
export async function switchCoinNetwork(
  { accounts: { database, now }, states }: Pick<ConsoleServices, 'accounts' | 'states'>,
  { symbol, tokenType, direction, enabled }: Switch,
  act: Act,
): Promise<{ readonly id: number | undefined } | Rejected> {
  const done = await database.transaction(async (tx) => {
    const found = await findSwitch(tx, { symbol, tokenType, direction, enabled })
    if (found instanceof Rejected) return found
    const lines = (open: boolean) => ({ networks: [{ tokenType, [found.name]: open }] })
    const [before, after] = [lines(!enabled), lines(enabled)]
    const subject = `${symbol}/${tokenType}/${direction}`
    if (enabled) return proposeSetting(tx, { kind: 'OPEN_NETWORK', subject, before, after }, { act, at: now() })
    await switchNetwork(tx, { coinId: found.coin.id, tokenType, direction, enabled })
    const details = { coin: symbol, ...changeDetails(before, after) }
    await recordAct(tx, act, { at: now(), kind: 'NETWORK_STOPPED', details })
    return { id: undefined }
  })
  if (!(done instanceof Rejected) && done.id === undefined) await states.reload()
  return done
}

async function findSwitch(tx: Transaction, { symbol, tokenType, direction, enabled }: Switch) {
  const coin = (await readCatalogue(tx)).coinBySymbol.get(symbol)
  if (!coin) return rejected('COIN_NOT_FOUND')
  const network = coin.networks.find((each) => each.tokenType === tokenType)
  if (!network) return rejected('NETWORK_NOT_SUPPORTED')
  const name = direction === 'deposit' ? ('depositEnabled' as const) : ('withdrawEnabled' as const)
  return network[name] === enabled ? rejected('NOTHING_TO_CHANGE') : { coin, name }
}

/** Customers can use the network once the approval is answered. */
export async function openProposedNetwork(
  tx: Transaction,
  { subject = '', payload }: Proposal,
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const [symbol = '', tokenType = '', text] = subject.split('/')
  const direction = text === 'deposit' ? 'deposit' : 'withdrawal'
  const found = await findSwitch(tx, { symbol, tokenType, direction, enabled: true })
  if (found instanceof Rejected) return found
  await switchNetwork(tx, { coinId: found.coin.id, tokenType, direction, enabled: true })
  return { details: { coin: symbol, ...readSetting(payload, z.object({})).changes } }
}

/** A new coin with its networks, or a refusal of the first invalid setting. */
function parseCoin({ quickTradeMin, quickTradeMax, networks: texts, ...naming }: NewCoinText): ParsedCoin | Rejected {
  if (naming.precision > naming.decimals) return invalid('precision')
  const min = parseAmount(quickTradeMin, naming)
  if (!min) return invalid('quickTradeMin')
  const max = parseAmount(quickTradeMax, naming)
  if (max === undefined || max < min) return invalid('quickTradeMax')
  const networks: TokenNetwork[] = []
  for (const { depositEnabled, withdrawEnabled, ...text } of texts) {
    const network = parseNetwork(text, naming.decimals)
    if (network instanceof Rejected) return network
    networks.push({ ...network, depositEnabled, withdrawEnabled })
  }
  return areDistinct(networks) ? { ...naming, quickTradeMin: min, quickTradeMax: max, networks } : invalid('networks')
}

const areDistinct = (networks: readonly { readonly tokenType: string }[]) =>
  new Set(networks.map(({ tokenType }) => tokenType)).size === networks.length

/** The changed settings of a coin, or a refusal of the first invalid one. A network is never removed, and a new one is closed at first. */
function parseSettings(text: CoinText, coin: Coin): (Settings & { readonly hotShareMax: Ppm }) | Rejected {
  const min = parseAmount(text.quickTradeMin, coin)
  if (!min) return invalid('quickTradeMin')
  const max = parseAmount(text.quickTradeMax, coin)
  if (max === undefined || max < min || max > UNITS_MAX) return invalid('quickTradeMax')
  const inventoryMin = parseUnits(text.inventoryMin, coin.decimals)
  if (inventoryMin === undefined) return invalid('inventoryMin')
  const inventoryMax = parseUnits(text.inventoryMax, coin.decimals)
  if (inventoryMax === undefined || inventoryMax < inventoryMin) return invalid('inventoryMax')
  const hotShareMax = parsePercent(text.hotShareMax, WHOLE)
  if (hotShareMax === undefined) return invalid('hotShareMax')
  const bank = text.bank === null ? undefined : parseBank(text.bank, coin.decimals)
  if (bank instanceof Rejected) return bank
  if ((bank === undefined) !== (coin.bank === undefined)) return invalid('bank')
  const networks: TokenNetwork[] = []
  for (const each of text.networks) {
    const network = parseNetwork(each, coin.decimals)
    if (network instanceof Rejected) return network
    const known = coin.networks.find(({ tokenType }) => tokenType === network.tokenType)
    const { depositEnabled, withdrawEnabled } = known ?? CLOSED
    networks.push({ ...network, depositEnabled, withdrawEnabled })
  }
  const isLeftOut = ({ tokenType }: TokenNetwork) => networks.every((each) => each.tokenType !== tokenType)
  if (!areDistinct(networks) || coin.networks.some(isLeftOut)) return invalid('networks')
  return { quickTrade: { min, max, inventoryMin, inventoryMax }, networks, bank, hotShareMax }
}

/** Everything that customers are owed. */
const WHOLE = ppm(1_000_000n)

const CLOSED = { depositEnabled: false, withdrawEnabled: false }

/** No balance is as large; the database holds ten times as much. */
const UNITS_MAX = 10n ** 37n

function parseUnits(text: string, decimals: number): Amount | undefined {
  const units = parseDecimal(text, decimals)
  return units === undefined || units > UNITS_MAX ? undefined : amount(units)
}

function parseBank(text: NonNullable<CoinText['bank']>, decimals: number): BankLimits | Rejected {
  const minDeposit = parseUnits(text.minDeposit, decimals)
  if (!minDeposit) return invalid('minDeposit')
  const maxDeposit = parseUnits(text.maxDeposit, decimals)
  if (maxDeposit === undefined || maxDeposit < minDeposit) return invalid('maxDeposit')
  const minWithdraw = parseUnits(text.minWithdraw, decimals)
  if (!minWithdraw) return invalid('minWithdraw')
  const maxWithdraw = parseUnits(text.maxWithdraw, decimals)
  if (maxWithdraw === undefined || maxWithdraw < minWithdraw) return invalid('maxWithdraw')
  return { minDeposit, maxDeposit, minWithdraw, maxWithdraw }
}

/** Refuses a minimum withdrawal that its fee would consume. */
function parseNetwork(
  { tokenType, withdrawalFee: feeText, minWithdraw, maxWithdraw, txIdNeeded }: NetworkText,
  decimals: number,
): Omit<TokenNetwork, 'depositEnabled' | 'withdrawEnabled'> | Rejected {
  const withdrawalFee = parseUnits(feeText, decimals)
  if (withdrawalFee === undefined) return invalid('withdrawalFee')
  const min = parseUnits(minWithdraw, decimals)
  if (!min || min <= withdrawalFee) return invalid('minWithdraw')
  const max = parseUnits(maxWithdraw, decimals)
  if (max === undefined || max < min) return invalid('maxWithdraw')
  return { tokenType, withdrawalFee, minWithdraw: min, maxWithdraw: max, txIdNeeded }
}

/** The settings of a coin as its form shows them. */
export function coinText({ decimals, quickTrade, networks, bank }: Coin, hotShareMax: Ppm = WHOLE) {
  const text = (units: Amount) => formatDecimal(units, decimals)
  return {
    quickTradeMin: text(quickTrade.min),
    quickTradeMax: text(quickTrade.max),
    inventoryMin: text(quickTrade.inventoryMin),
    inventoryMax: text(quickTrade.inventoryMax),
    hotShareMax: percentOf(hotShareMax),
    bank: bank
      ? {
          minDeposit: text(bank.minDeposit),
          maxDeposit: text(bank.maxDeposit),
          minWithdraw: text(bank.minWithdraw),
          maxWithdraw: text(bank.maxWithdraw),
        }
      : null,
    networks: networks.map(({ tokenType, withdrawalFee, minWithdraw, maxWithdraw, txIdNeeded }) => ({
      tokenType,
      withdrawalFee: text(withdrawalFee),
      minWithdraw: text(minWithdraw),
      maxWithdraw: text(maxWithdraw),
      txIdNeeded,
    })),
  }
}
