import {
  getSettings,
  setHoliday as holidayEndpoint,
  proposeMarketChange as proposeChangeEndpoint,
  proposeCoin as proposeCoinEndpoint,
  proposeMarketEnd as proposeEndEndpoint,
  proposeLevelChange as proposeLevelEndpoint,
  proposeMarket as proposeMarketEndpoint,
  setStrategy as strategyEndpoint,
} from '#contract/operations-settings.ts'
import { jalaliDateAt, jalaliToGregorian, parseJalaliDate } from '#domain/jalali.ts'
import { type Route, route } from '../../http/route.ts'
import { readLevels } from '../../store/accounts/levels.ts'
import { readCatalogue } from '../../store/catalogue.ts'
import { readHolidaysFrom } from '../../store/console/settings.ts'
import { readStrategies } from '../../store/trading/maker-strategies.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { idOfProposed, idOrDone } from '../proposals/proposal.ts'
import { proposeCoin } from './add-coin.ts'
import { proposeLevelChange } from './change-level.ts'
import { proposeMarket, proposeMarketChange } from './change-market.ts'
import { proposeMarketEnd } from './end-market.ts'
import { proposeHoliday } from './set-holiday.ts'
import { setStrategy } from './set-strategy.ts'
import { boundsText, levelText, marketText, strategyText } from './settings-text.ts'

const YEAR_DIGITS = 4

/** The routes of the forms for markets, fees and the market maker. */
export function settingsRoutes(services: ConsoleServices): Route[] {
  return [
    route(getSettings, async () => ({ baseDTO: await readSettings(services) })),
    route(proposeChangeEndpoint, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeMarketChange(services, { symbol: call.params.market, text }, actOf(call)))
    }),
    route(proposeLevelEndpoint, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeLevelChange(services, { level: call.params.level, text }, actOf(call)))
    }),
    route(proposeCoinEndpoint, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeCoin(services, text, actOf(call)))
    }),
    route(proposeMarketEndpoint, async (call) => {
      const { reason: _, ...text } = call.body
      return idOfProposed(await proposeMarket(services, text, actOf(call)))
    }),
    route(proposeEndEndpoint, async (call) =>
      idOfProposed(await proposeMarketEnd(services, call.params.market, actOf(call))),
    ),
    route(holidayEndpoint, async (call) => idOfProposed(await proposeHoliday(services, call.body, actOf(call)))),
    route(strategyEndpoint, async (call) => {
      const { reason: _, version, ...text } = call.body
      return idOrDone(await setStrategy(services, { symbol: call.params.market, text, version }, actOf(call)))
    }),
  ]
}

async function readSettings({ accounts: { database, now }, states }: ConsoleServices) {
  const set = await readCatalogue(database)
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
    coins: set.coins.map(({ symbol, priceSource = null }) => ({ symbol, priceSource })),
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
