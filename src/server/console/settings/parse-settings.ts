import { Rejected, rejected } from '#contract/rejected.ts'
import { type Coin, parseAmount, type TokenNetwork } from '#domain/coin.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { PERCENT_DECIMALS } from '#domain/fee.ts'
import { MAKER_SETTINGS, type MakerSetting, makerBounds, outOfBounds } from '#domain/maker-bounds.ts'
import type { MarketHours } from '#domain/market-state.ts'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { type Amount, amount, type Ppm, PRICE_DECIMALS, ppm, price } from '#domain/units.ts'
import { usualStrategy } from '../../operations/seed-strategies.ts'
import type { NewCoin } from '../../store/console/coins.ts'
import type { LevelChange, MarketChange } from '../../store/console/settings.ts'
import type { MakerStrategy } from '../../store/trading/maker-strategies.ts'

/** The same as text of the wire. */
export interface MarketText {
  readonly tick: string
  readonly minAmount: string
  readonly maxAmount: string
  readonly minTotal: string
  readonly openOrdersMax: string
  readonly hours: MarketHours
  readonly protectionBand: string
  readonly forceWarning: string
  readonly limitPriceMin: string
  readonly limitPriceMax: string
}

export interface LevelText {
  readonly volumeFrom: string
  readonly maker: string
  readonly taker: string
}

/** A network of a new coin; amounts are in the coin. */
export interface NetworkText {
  readonly tokenType: string
  readonly withdrawalFee: string
  readonly minWithdraw: string
  readonly maxWithdraw: string
  readonly depositEnabled: boolean
  readonly withdrawEnabled: boolean
  readonly txIdNeeded: boolean
}

export interface CoinText extends Pick<NewCoin, 'symbol' | 'code' | 'persianName' | 'englishName' | 'priceSource'> {
  readonly decimals: number
  readonly precision: number
  readonly quickTradeMin: string
  readonly quickTradeMax: string
  readonly networks: readonly NetworkText[]
}

export interface StrategyText {
  readonly halfSpread: string
  readonly step: string
  readonly levels: number
  readonly levelWorth: string
  readonly refreshMs: number
  readonly skew: string
  readonly inventoryTarget: string
  readonly inventoryBand: string
  readonly lossMax: string
}

const invalid = (field: string) => rejected('SETTING_INVALID', { field })

/** No band and no spread is wider than half. */
const SHARE_MAX = ppm(500_000n)
/** The market maker quotes within a tenth of the reference price; limit prices leave room for that on either side. */
const LIMIT_PRICE_MIN_MAX = ppm(900_000n)
const LIMIT_PRICE_MAX_MIN = 1_100_000n
/** Ten times the reference price. */
const LIMIT_PRICE_MAX_MAX = ppm(9_999_999n)
/** For one user in one market: this many take seconds of a start and a gigabyte of memory. */
const OPEN_ORDERS_MAX = 1_000_000n
/** No fee is higher than 5 %. */
const FEE_MAX = ppm(50_000n)

/** A percentage above zero, up to a maximum. */
function parseShare(text: string, max: Ppm = SHARE_MAX): Ppm | undefined {
  const parsed = parseDecimal(text, PERCENT_DECIMALS)
  return parsed === undefined || parsed > max ? undefined : ppm(parsed)
}

/** A market's settings, or a refusal of the first invalid one. */
export function parseMarket(text: MarketText, { base, quote }: { base: Coin; quote: Coin }): MarketChange | Rejected {
  const tick = parseDecimal(text.tick, PRICE_DECIMALS)
  if (!tick) return invalid('tick')
  const minAmount = parseDecimal(text.minAmount, base.decimals)
  if (!minAmount) return invalid('minAmount')
  const maxAmount = parseDecimal(text.maxAmount, base.decimals)
  if (maxAmount === undefined || maxAmount < minAmount) return invalid('maxAmount')
  const minTotal = parseDecimal(text.minTotal, quote.decimals)
  if (minTotal === undefined) return invalid('minTotal')
  const openOrdersMax = parseDecimal(text.openOrdersMax, 0)
  if (!openOrdersMax || openOrdersMax > OPEN_ORDERS_MAX) return invalid('openOrdersMax')
  const protectionBand = parseShare(text.protectionBand)
  if (!protectionBand) return invalid('protectionBand')
  const forceWarning = parseShare(text.forceWarning)
  if (!forceWarning) return invalid('forceWarning')
  const limitPriceMin = parseShare(text.limitPriceMin, LIMIT_PRICE_MIN_MAX)
  if (!limitPriceMin) return invalid('limitPriceMin')
  const limitPriceMax = parseShare(text.limitPriceMax, LIMIT_PRICE_MAX_MAX)
  if (limitPriceMax === undefined || limitPriceMax < LIMIT_PRICE_MAX_MIN) return invalid('limitPriceMax')
  const amounts = { minAmount: amount(minAmount), maxAmount: amount(maxAmount), minTotal: amount(minTotal) }
  return {
    tick: price(tick),
    ...amounts,
    openOrdersMax: toCount(openOrdersMax),
    hours: text.hours,
    protectionBand,
    forceWarning,
    limitPriceMin,
    limitPriceMax,
  }
}

/** A level's fees and volume, or a refusal of the first invalid one. */
export function parseLevel(
  level: LevelChange['level'],
  { volumeFrom: volume, maker: makerText, taker: takerText }: LevelText,
): LevelChange | Rejected {
  const volumeFrom = parseDecimal(volume, 0)
  if (volumeFrom === undefined) return invalid('volumeFrom')
  const maker = parseShare(makerText, FEE_MAX)
  if (maker === undefined) return invalid('maker')
  const taker = parseShare(takerText, FEE_MAX)
  if (taker === undefined) return invalid('taker')
  return { level, volumeFrom, maker, taker }
}

/** A new coin with its networks, or a refusal of the first invalid setting. */
export function parseCoin({ quickTradeMin, quickTradeMax, networks: texts, ...naming }: CoinText): NewCoin | Rejected {
  // A coin proposed before coins had sources has none, and would never have a price.
  if (naming.priceSource === '') return invalid('priceSource')
  if (naming.precision > naming.decimals) return invalid('precision')
  const min = parseAmount(quickTradeMin, naming)
  if (!min) return invalid('quickTradeMin')
  const max = parseAmount(quickTradeMax, naming)
  if (max === undefined || max < min) return invalid('quickTradeMax')
  const networks: TokenNetwork[] = []
  for (const text of texts) {
    const network = parseNetwork(text, naming.decimals)
    if (network instanceof Rejected) return network
    networks.push(network)
  }
  if (networks.length === 0 || new Set(networks.map(({ tokenType }) => tokenType)).size < networks.length)
    return invalid('networks')
  return { ...naming, quickTradeMin: min, quickTradeMax: max, networks }
}

/** Refuses a minimum withdrawal that its fee would consume, and a network whose addresses cannot be checked. */
function parseNetwork(text: NetworkText, decimals: number): TokenNetwork | Rejected {
  const { tokenType, depositEnabled, withdrawEnabled, txIdNeeded } = text
  if (!KNOWN_NETWORKS.some((known) => known === tokenType)) return invalid('tokenType')
  const fee = parseDecimal(text.withdrawalFee, decimals)
  if (fee === undefined) return invalid('withdrawalFee')
  const min = parseDecimal(text.minWithdraw, decimals)
  if (!min || min <= fee) return invalid('minWithdraw')
  const max = parseDecimal(text.maxWithdraw, decimals)
  if (max === undefined || max < min) return invalid('maxWithdraw')
  const amounts = { withdrawalFee: amount(fee), minWithdraw: amount(min), maxWithdraw: amount(max) }
  return { tokenType, ...amounts, depositEnabled, withdrawEnabled, txIdNeeded }
}

/** The market maker's strategy for a market, or all invalid settings: `field` is the first, and `fields` of the details are all. */
export function parseStrategy(
  text: StrategyText,
  market: { readonly id: number; readonly base: Coin; readonly quote: Coin; readonly maxAmount: Amount },
): Omit<MakerStrategy, 'enabled'> | Rejected {
  const bounds = makerBounds(usualStrategy(market))
  const unreadable: MakerSetting[] = []
  /** Unreadable text is replaced by a valid number, so that it is reported once. */
  const read = (name: MakerSetting, units: bigint | undefined): bigint => {
    if (units === undefined) unreadable.push(name)
    return units ?? bounds[name].max
  }
  const share = (name: 'halfSpread' | 'step' | 'skew') => ppm(read(name, parseShare(text[name])))
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
