import * as z from 'zod/mini'
import { KNOWN_NETWORKS } from '#domain/networks.ts'
import { AccountLevelName } from './account.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Reason } from './operations.ts'
import { Line } from './typed-text.ts'
import { CoinSymbol, Day, DecimalText, Id, MarketType, replyWith } from './values.ts'

/** A percentage with four decimals: "0.4" is 0.4 %. */
const Percent = z.string().check(z.regex(/^\d{1,3}(\.\d{1,4})?$/))
const Hours = z.enum(['always', 'working'])
const Count = z.int().check(z.minimum(0), z.maximum(3_600_000))

/** The settings of a market. Amounts are in the base coin, the tick and the minimum total in the quote coin. */
export const MarketSettings = z.strictObject({
  tick: DecimalText,
  minAmount: DecimalText,
  maxAmount: DecimalText,
  minTotal: DecimalText,
  /** Per user. */
  openOrdersMax: z.string().check(z.regex(/^\d{1,7}$/)),
  hours: Hours,
  protectionBand: Percent,
  forceWarning: Percent,
  /** In relation to the reference price. */
  limitPriceMin: Percent,
  limitPriceMax: Percent,
})

/** The market maker's strategy for a market; shares are of the middle price. */
export const Strategy = z.strictObject({
  halfSpread: Percent,
  step: Percent,
  levels: z.int().check(z.minimum(1), z.maximum(100)),
  /** The value of the nearest level, in the quote coin. */
  levelWorth: DecimalText,
  refreshMs: Count,
  skew: Percent,
  /** In the base coin. */
  inventoryTarget: DecimalText,
  inventoryBand: DecimalText,
  /** The loss of a day in the market that switches the maker off, in the quote coin. */
  lossMax: DecimalText,
})

export const LevelSettings = z.strictObject({
  volumeFrom: DecimalText,
  maker: Percent,
  taker: Percent,
  /** Whole Toman that may be paid in by card on one day in Tehran. */
  depositDayMax: DecimalText,
  /** Whole Toman, by their worth, that may be withdrawn within an hour and within 24 hours. */
  withdrawalHourMax: DecimalText,
  withdrawalDayMax: DecimalText,
})

export const NewMarket = z.strictObject({
  ...MarketSettings.shape,
  base: CoinSymbol,
  quote: z.enum(['TOMAN', 'TETHER']),
})

export const NETWORKS_MAX = 10

const Network = {
  tokenType: z.enum(KNOWN_NETWORKS),
  withdrawalFee: DecimalText,
  minWithdraw: DecimalText,
  maxWithdraw: DecimalText,
  /** Whether a deposit is identified by the customer's input: a memo, or the id of the transaction. */
  txIdNeeded: z.boolean(),
}
/** Whether each direction is enabled, provided that the wallets serve the network. */
const NetworkSwitches = { depositEnabled: z.boolean(), withdrawEnabled: z.boolean() }

/** The settings of a coin. Amounts are in the coin. */
export const CoinSettings = z.strictObject({
  quickTradeMin: DecimalText,
  quickTradeMax: DecimalText,
  /** Quick trade keeps the exchange's own inventory between the two. */
  ...{ inventoryMin: DecimalText, inventoryMax: DecimalText },
  /** The most that stays in hot wallets, as a share of what customers are owed; more goes to cold storage. */
  hotShareMax: Percent,
  /** `null` for a coin that does not move through the bank. */
  bank: z.nullable(
    z.strictObject({
      minDeposit: DecimalText,
      maxDeposit: DecimalText,
      minWithdraw: DecimalText,
      maxWithdraw: DecimalText,
    }),
  ),
  /** All networks that the coin has, and new ones, which begin closed. */
  networks: z.array(z.strictObject(Network)).check(z.maxLength(NETWORKS_MAX)),
})

export const NewCoin = z.strictObject({
  symbol: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,19}$/)),
  code: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/)),
  persianName: Line(2, 40),
  englishName: Line(2, 40),
  /** Its ID in the feed of dollar prices. */
  priceSource: z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,79}$/)),
  decimals: z.int().check(z.minimum(0), z.maximum(18)),
  precision: z.int().check(z.minimum(0), z.maximum(18)),
  quickTradeMin: DecimalText,
  quickTradeMax: DecimalText,
  networks: z
    .array(z.strictObject({ ...Network, ...NetworkSwitches }))
    .check(z.minLength(1), z.maxLength(NETWORKS_MAX)),
})

/** A direction of a network to open or to stop. */
export const NetworkSwitch = z.strictObject({ direction: z.enum(['deposit', 'withdrawal']), enabled: z.boolean() })

export const getSettings = defineEndpoint({
  ...operatorRead,
  path: '/operations/settings',
  right: 'MARKETS_READ',
  summary: 'Markets, levels, holidays and strategies of the market maker as they are set',
  response: replyWith({
    baseDTO: z.object({
      markets: z.array(
        z.object({
          /** The hours in force: the server's own settings may keep every market open. */
          effectiveHours: Hours,
          ...MarketSettings.shape,
          ...{ tick: z.string(), minAmount: z.string(), maxAmount: z.string(), minTotal: z.string() },
          ...{
            protectionBand: z.string(),
            forceWarning: z.string(),
            limitPriceMin: z.string(),
            limitPriceMax: z.string(),
          },
          openOrdersMax: z.string(),
          marketType: z.string(),
          base: z.string(),
          quote: z.string(),
          /** True if the market has ended for good and is in no public list. */
          ended: z.boolean(),
        }),
      ),
      coins: z.array(
        z.object({
          ...CoinSettings.shape,
          ...{ inventoryMin: z.string(), inventoryMax: z.string(), hotShareMax: z.string() },
          networks: z.array(z.object({ ...Network, ...NetworkSwitches, tokenType: z.string() })),
          symbol: z.string(),
          /** Its ID in the feed of dollar prices; `null` if its price comes from elsewhere. */
          priceSource: z.nullable(z.string()),
          /** Grows with every change: a form is refused if it was opened on an older one. */
          revision: z.int(),
        }),
      ),
      levels: z.array(z.object({ ...LevelSettings.shape, level: AccountLevelName })),
      /** Holidays from the beginning of this Jalali year on; the name is a known holiday's or free text. */
      holidays: z.array(z.object({ day: Day, name: z.nullable(z.string()) })),
      strategies: z.array(
        z.object({
          ...Strategy.shape,
          marketType: MarketType,
          enabled: z.boolean(),
          version: z.int(),
          /** By setting: its bounds, and those of a change by one operator alone. */
          bounds: z.record(
            z.string(),
            z.object({ min: z.string(), max: z.string(), aloneMin: z.string(), aloneMax: z.string() }),
          ),
        }),
      ),
    }),
  }),
})

const change = { method: 'POST', access: 'operator', offline: 'never' } as const
const proposed = replyWith({ baseDTO: z.object({ id: Id }) })
/** `null` if it is done; otherwise the proposal that another operator must approve. */
const doneOrProposed = replyWith({ baseDTO: z.object({ id: z.nullable(Id) }) })

export const proposeMarketChange = defineEndpoint({
  ...change,
  path: '/operations/markets/:market/propose-change',
  right: 'MARKETS_CHANGE',
  summary:
    'Proposes other hours, ticks, bounds or bands of a market; approved, they hold for every order that comes then',
  params: z.strictObject({ market: MarketType }),
  body: z.strictObject({ ...MarketSettings.shape, reason: Reason }),
  response: proposed,
  errors: ['MARKET_NOT_FOUND', 'SETTING_INVALID', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeLevelChange = defineEndpoint({
  ...change,
  path: '/operations/levels/:level/propose-change',
  right: 'FEES_CHANGE',
  summary: 'Proposes other fees of a level, or from which volume it holds; approved, they hold for the next orders',
  params: z.strictObject({ level: z.enum(['VIP_1', 'VIP_2', 'VIP_3', 'VIP_4']) }),
  body: z.strictObject({ ...LevelSettings.shape, reason: Reason }),
  response: proposed,
  errors: ['SETTING_INVALID', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeCoin = defineEndpoint({
  ...change,
  path: '/operations/propose-coin',
  right: 'MARKETS_ADD',
  summary: 'Proposes a new coin; approved, it is there at once with its networks, and nothing trades it yet',
  body: z.strictObject({ ...NewCoin.shape, reason: Reason }),
  response: proposed,
  errors: [
    'SETTING_INVALID',
    'COIN_EXISTS',
    'PRICE_SOURCE_UNKNOWN',
    'PRICE_SOURCE_UNAVAILABLE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

export const proposeCoinChange = defineEndpoint({
  ...change,
  path: '/operations/coins/:coin/propose-change',
  right: 'COINS_CHANGE',
  summary:
    'Proposes other fees and bounds of a coin and of its networks, or a further network; approved, they hold at once',
  params: z.strictObject({ coin: CoinSymbol }),
  body: z.strictObject({ ...CoinSettings.shape, revision: z.int(), reason: Reason }),
  response: proposed,
  errors: [
    'COIN_NOT_FOUND',
    'SETTING_CHANGED',
    'SETTING_INVALID',
    'NOTHING_TO_CHANGE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})

export const switchNetwork = defineEndpoint({
  ...change,
  path: '/operations/coins/:coin/networks/:tokenType/switch',
  right: 'COINS_CHANGE',
  summary: 'Stops deposits or withdrawals over a network of a coin at once, or proposes to open them again',
  params: z.strictObject({ coin: CoinSymbol, tokenType: z.enum(KNOWN_NETWORKS) }),
  body: z.strictObject({ ...NetworkSwitch.shape, reason: Reason }),
  response: doneOrProposed,
  errors: ['COIN_NOT_FOUND', 'NETWORK_NOT_SUPPORTED', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeMarket = defineEndpoint({
  ...change,
  path: '/operations/propose-market',
  right: 'MARKETS_ADD',
  summary: 'Proposes a new market; approved, it is there at once, halted until an operator resumes it',
  body: z.strictObject({ ...NewMarket.shape, reason: Reason }),
  response: proposed,
  errors: ['COIN_NOT_FOUND', 'SETTING_INVALID', 'MARKET_EXISTS', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const proposeMarketEnd = defineEndpoint({
  ...change,
  path: '/operations/markets/:market/propose-end',
  right: 'MARKETS_ADD',
  freshCode: true,
  summary:
    'Proposes the end of a market for good; approved, no order is taken, those that stand are cancelled, and it leaves every public list. Balances stay',
  params: z.strictObject({ market: MarketType }),
  body: z.strictObject({ reason: Reason }),
  response: proposed,
  errors: ['MARKET_NOT_FOUND', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const setHoliday = defineEndpoint({
  ...change,
  path: '/operations/holidays',
  right: 'MARKETS_CHANGE',
  summary: 'Proposes a day as a holiday of the markets that rest, or as none; approved, it holds within a second',
  body: z.strictObject({ day: Day, closed: z.boolean(), name: z.optional(Line(2, 60)), reason: Reason }),
  response: proposed,
  errors: ['SETTING_INVALID', 'NOTHING_TO_CHANGE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})

export const setStrategy = defineEndpoint({
  ...change,
  path: '/operations/markets/:market/strategy',
  right: 'MAKER_CHANGE',
  summary:
    'Sets how the market maker quotes a market: small changes at once, beyond them as a proposal; it obeys within two seconds',
  params: z.strictObject({ market: MarketType }),
  body: z.strictObject({ ...Strategy.shape, version: z.int(), reason: Reason }),
  response: doneOrProposed,
  errors: [
    'MARKET_NOT_FOUND',
    'SETTING_INVALID',
    'SETTING_CHANGED',
    'NOTHING_TO_CHANGE',
    'PROPOSAL_EXISTS',
    'TOO_MANY_PROPOSALS',
  ],
})
