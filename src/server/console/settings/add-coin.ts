import { Rejected, rejected } from '#contract/rejected.ts'
import { fromCount, toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { insertCoin, isCoinKnown, lockSettings } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/approved.ts'
import { readSettingPayload } from '../proposals/payloads.ts'
import { networksOfText, networksToText } from './networks-text.ts'
import { type CoinText, parseCoin } from './parse-settings.ts'
import { proposeSetting } from './propose-setting.ts'

/** Refuses SETTING_INVALID, COIN_EXISTS, PROPOSAL_EXISTS. */
export function proposeCoin(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  text: CoinText,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const coin = parseCoin(text)
    if (coin instanceof Rejected) return coin
    if (await isCoinKnown(tx, coin)) return rejected('COIN_EXISTS', { field: 'symbol' })
    const { networks, ...plain } = text
    const after = {
      ...plain,
      decimals: String(fromCount(text.decimals)),
      precision: String(fromCount(text.precision)),
      ...networksToText(networks),
    }
    return proposeSetting(tx, { kind: 'ADD_COIN', subject: text.symbol, before: undefined, after }, { act, at: now() })
  })
}

/** There when the approval is answered. */
export async function addProposedCoin(tx: Transaction, { payload }: Proposal): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after } = readSettingPayload(payload)
  const count = (text = '') => toCount(parseDecimal(text, 0) ?? 0n)
  const coin = parseCoin({
    symbol: after.symbol ?? '',
    code: after.code ?? '',
    persianName: after.persianName ?? '',
    englishName: after.englishName ?? '',
    decimals: count(after.decimals),
    precision: count(after.precision),
    quickTradeMin: after.quickTradeMin ?? '',
    quickTradeMax: after.quickTradeMax ?? '',
    networks: networksOfText(after),
  })
  if (coin instanceof Rejected) return coin
  if (await isCoinKnown(tx, coin)) return rejected('COIN_EXISTS')
  await insertCoin(tx, coin)
  return { details: { coin: coin.symbol, ...after } }
}
