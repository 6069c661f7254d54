import { Rejected, rejected } from '#contract/rejected.ts'
import { gregorianToJalali } from '#domain/jalali.ts'
import { addHoliday, lockSettings, removeHoliday, saveStrategy } from '../../store/console/settings.ts'
import { readStrategies } from '../../store/trading/maker-strategies.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { parseStrategy, type StrategyText } from './parse-settings.ts'
import { strategyText } from './settings-text.ts'

/** Holds when it is answered. Refuses SETTING_INVALID, NOTHING_TO_CHANGE. */
export async function setHoliday(
  { accounts: { database, now }, states }: Pick<ConsoleServices, 'accounts' | 'states'>,
  { day, closed }: { day: string; closed: boolean },
  act: Act,
): Promise<Rejected | undefined> {
  const jalali = gregorianToJalali(day)
  if (jalali === undefined) return rejected('SETTING_INVALID', { field: 'day' })
  const refused = await database.transaction(async (tx) => {
    if (!(await (closed ? addHoliday(tx, jalali) : removeHoliday(tx, jalali)))) return rejected('NOTHING_TO_CHANGE')
    await recordAct(tx, act, { at: now(), kind: 'HOLIDAY_SET', details: { day, after: closed } })
    return undefined
  })
  if (!refused) await states.reload()
  return refused
}

/** The market maker reads it within two seconds. Refuses MARKET_NOT_FOUND, SETTING_INVALID, NOTHING_TO_CHANGE. */
export function setStrategy(
  { accounts: { database, now }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { symbol, text }: { symbol: string; text: StrategyText },
  act: Act,
): Promise<Rejected | undefined> | Rejected {
  const market = catalogue.marketBySymbol.get(symbol)
  if (!market) return rejected('MARKET_NOT_FOUND')
  const strategy = parseStrategy(text, market)
  if (strategy instanceof Rejected) return strategy
  return database.transaction(async (tx) => {
    await lockSettings(tx)
    const before = (await readStrategies(tx)).get(market.id)
    const was = before && strategyText(before, market)
    const changed = Object.entries(strategyText(strategy, market)).filter(
      ([name, value]) => !was || Object.entries(was).some(([key, old]) => key === name && old !== value),
    )
    if (changed.length === 0) return rejected('NOTHING_TO_CHANGE')
    await saveStrategy(tx, strategy)
    const details = { market: symbol, ...Object.fromEntries(changed) }
    await recordAct(tx, act, { at: now(), kind: 'MAKER_STRATEGY_SET', details })
    return undefined
  })
}
