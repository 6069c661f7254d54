import * as contract from '#contract/operations-settings.ts'
import { jalaliDateAt, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'
import { type Route, route } from '../../http/route.ts'
import { readLevels } from '../../store/accounts/levels.ts'
import { readCatalogue } from '../../store/catalogue.ts'
import { readHotShares, readRevisions } from '../../store/console/coins.ts'
import { readStrategies } from '../../store/trading/maker-strategies.ts'
import { readHolidaysFrom } from '../../store/trading/market-halts.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed, idOrDone } from '../proposals/proposal.ts'
import { coinText, proposeCoin, proposeCoinChange, switchCoinNetwork } from './coins.ts'
import { proposeHoliday } from './holidays.ts'
import { levelText, proposeLevelChange } from './levels.ts'
import { marketText, proposeMarket, proposeMarketChange, proposeMarketEnd } from './markets.ts'
import { boundsText, setStrategy, strategyText } from './strategies.ts'

const YEAR_DIGITS = 4

/** The routes of the forms for markets, fees and the market maker. */
export function settingsRoutes(services: ConsoleServices): Route[] {
  return [
    route(contract.getSettings, async () => ({ baseDTO: await readSettings(services) })),
    route(contract.proposeMarketChange, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeMarketChange(services, { symbol: call.params.market, text }, actOf(call)))
    }),
    route(contract.proposeLevelChange, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeLevelChange(services, { level: call.params.level, text }, actOf(call)))
    }),
    route(contract.proposeCoin, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeCoin(services, text, actOf(call)))
    }),
    route(contract.proposeCoinChange, async (call) => {
      const { reason: _, revision, ...text } = call.body
      return idOfProposed(await proposeCoinChange(services, { symbol: call.params.coin, text, revision }, actOf(call)))
    }),
    route(contract.switchNetwork, async (call) => {
      const { reason: _, ...wanted } = call.body
      const { coin: symbol, tokenType } = call.params
      return idOrDone(await switchCoinNetwork(services, { symbol, tokenType, ...wanted }, actOf(call)))
    }),
    route(contract.proposeMarket, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeMarket(services, text, actOf(call)))
    }),
    route(contract.proposeMarketEnd, async (call) =>
      idOfProposed(await proposeMarketEnd(services, call.params.market, actOf(call))),
    ),
    route(contract.setHoliday, async (call) => idOfProposed(await proposeHoliday(services, call.body, actOf(call)))),
    route(contract.setStrategy, async (call) => {
      const { reason: _, version, ...text } = call.body
      return idOrDone(await setStrategy(services, { symbol: call.params.market, text, version }, actOf(call)))
    }),
  ]
}

async function readSettings({ accounts: { database, now }, states }: ConsoleServices) {
  const set = await readCatalogue(database)
  const revisions = await readRevisions(database)
  const hotShares = await readHotShares(database)
  const strategies = await readStrategies(database)
  const holidays = await readHolidaysFrom(database, `${jalaliDateAt(now()).slice(0, YEAR_DIGITS)}0101`)
  return {
    markets: set.markets.map((market) => ({
      ...marketText(market),
      marketType: market.symbol,
      effectiveHours: states.hours === 'always' ? states.hours : market.hours,
      base: market.base.symbol,
      quote: market.quote.symbol,
      ended: !market.active,
    })),
    coins: set.coins.map((coin) => {
      const { symbol, priceSource = null } = coin
      const settings = coinText(coin, hotShares.get(symbol))
      const networks = settings.networks.map((text, at) => {
        const { depositEnabled = false, withdrawEnabled = false } = coin.networks[at] ?? {}
        return { ...text, depositEnabled, withdrawEnabled }
      })
      return { ...settings, networks, symbol, priceSource, revision: revisions.get(symbol) ?? 0 }
    }),
    levels: (await readLevels(database)).map((row) => ({ ...levelText(row), level: row.level })),
    holidays: holidays.flatMap(({ day, name }) => {
      const known = parseJalaliDate(day)
      return known ? [{ day: jalaliToGregorian(known), name }] : []
    }),
    strategies: set.markets.flatMap((market) => {
      const strategy = strategies.get(market.id)
      if (!strategy) return []
      const { enabled, version } = strategy
      const bounds = boundsText(market)
      return [{ ...strategyText(strategy, market), marketType: market.symbol, enabled, version, bounds }]
    }),
  }
}
