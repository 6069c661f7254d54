import { Rejected, rejected } from '#contract/rejected.ts'
import { fromCount, toCount } from '#domain/counts.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { insertCoin, isCoinKnown } from '../../store/console/coins.ts'
import { lockSettings } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type Approved, readSettingPayload, type SettingText } from '../proposals/proposal.ts'
import { type CoinText, type NetworkText, parseCoin } from './parse-settings.ts'
import { proposeSetting } from './propose-setting.ts'

/**
 * Proposes a coin with the source's present quote for the ID, for the approver to read: a wrong ID gives a wrong price. Refuses SETTING_INVALID,
 * COIN_EXISTS, PRICE_SOURCE_UNKNOWN, PRICE_SOURCE_UNAVAILABLE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 */
export async function proposeCoin(
  { accounts: { database, now }, findDollarPrice }: Pick<ConsoleServices, 'accounts' | 'findDollarPrice'>,
  text: CoinText,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  const coin = parseCoin(text)
  if (coin instanceof Rejected) return coin
  const found = await findDollarPrice(text.priceSource)
  if (found.kind === 'unavailable') return rejected('PRICE_SOURCE_UNAVAILABLE')
  if (!found.quote) return rejected('PRICE_SOURCE_UNKNOWN', { field: 'priceSource' })
  const sourcePrice = formatDecimal(found.quote.price, PRICE_DECIMALS)
  return database.transaction(async (tx) => {
    if (await isCoinKnown(tx, coin)) return rejected('COIN_EXISTS', { field: 'symbol' })
    const { networks, ...plain } = text
    const after = {
      ...plain,
      sourcePrice,
      decimals: String(fromCount(text.decimals)),
      precision: String(fromCount(text.precision)),
      ...networksToText(networks),
    }
    return proposeSetting(tx, { kind: 'ADD_COIN', subject: text.symbol, before: undefined, after }, { act, at: now() })
  })
}

/** The coin exists once the approval is answered. */
export async function addProposedCoin(tx: Transaction, { payload }: Proposal): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const { after } = readSettingPayload(payload)
  const count = (text = '') => toCount(parseDecimal(text, 0) ?? 0n)
  const coin = parseCoin({
    symbol: after.symbol ?? '',
    code: after.code ?? '',
    persianName: after.persianName ?? '',
    englishName: after.englishName ?? '',
    priceSource: after.priceSource ?? '',
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

const KEY = /^network(\d+)\.tokenType$/

/** The networks of a new coin as lines of a proposal: "network1.tokenType", "network1.withdrawalFee". */
const networksToText = (networks: readonly NetworkText[]): SettingText =>
  Object.fromEntries(
    networks.flatMap((network, index) =>
      Object.entries(network).map(([name, value]) => [`network${index + 1}.${name}`, String(value)]),
    ),
  )

/** The inverse. A coin proposed before coins had networks has none, and is refused. */
function networksOfText(text: SettingText): NetworkText[] {
  return Object.keys(text).flatMap((key) => {
    const number = KEY.exec(key)?.[1]
    if (number === undefined) return []
    const of = (name: string) => text[`network${number}.${name}`] ?? ''
    return [
      {
        tokenType: of('tokenType'),
        withdrawalFee: of('withdrawalFee'),
        minWithdraw: of('minWithdraw'),
        maxWithdraw: of('maxWithdraw'),
        depositEnabled: of('depositEnabled') === 'true',
        withdrawEnabled: of('withdrawEnabled') === 'true',
        txIdNeeded: of('txIdNeeded') === 'true',
      },
    ]
  })
}
