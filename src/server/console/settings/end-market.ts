import { type Rejected, rejected } from '#contract/rejected.ts'
import { serverKey } from '../../exchange/exchange.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { readCatalogue } from '../../store/catalogue.ts'
import { endMarket, lockSettings } from '../../store/console/settings.ts'
import type { Transaction } from '../../store/database.ts'
import { switchMarketMaker } from '../../store/trading/maker-strategies.ts'
import { readOwnersOfStanding } from '../../store/trading/orders.ts'
import type { Act } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved, Executing } from '../proposals/proposal.ts'
import { proposeSetting } from './propose-setting.ts'

/** Orders that end in one commit; other commands run in between. */
const AT_ONCE_MAX = 1_000

/** Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export function proposeMarketEnd(
  { accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>,
  symbol: string,
  act: Act,
): Promise<{ readonly id: number } | Rejected> {
  return database.transaction(async (tx) => {
    const market = (await readCatalogue(tx)).marketBySymbol.get(symbol)
    if (!market) return rejected('MARKET_NOT_FOUND')
    if (!market.active) return rejected('NOTHING_TO_CHANGE')
    const payload = { before: undefined, after: { state: 'ENDED' } }
    return proposeSetting(tx, { kind: 'END_MARKET', subject: symbol, ...payload }, { act, at: now() })
  })
}

/** From the commit on the market takes no orders and has no quotes. Refuses MARKET_NOT_FOUND, NOTHING_TO_CHANGE. */
export async function endProposedMarket(
  tx: Transaction,
  { subject }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  await lockSettings(tx)
  const market = (await readCatalogue(tx)).marketBySymbol.get(subject ?? '')
  if (!market) return rejected('MARKET_NOT_FOUND')
  if (!market.active) return rejected('NOTHING_TO_CHANGE')
  await endMarket(tx, market.id)
  await switchMarketMaker(tx, { marketIds: [market.id], enabled: false, at })
  return { details: { market: market.symbol } }
}

/** Cancels the open orders once the exchange takes no more, a thousand in a commit; the commits notify their owners. */
export async function cancelOrdersOfEnded(
  { accounts: { database }, exchange, states }: Executing,
  { id, subject }: Proposal,
): Promise<void> {
  await states.reload()
  const market = (await readCatalogue(database)).marketBySymbol.get(subject ?? '')
  if (!market) return
  for (const userId of await readOwnersOfStanding(database, market.id)) {
    const result = await exchange.submit({
      type: 'cancelAllOrders',
      userId,
      marketId: market.id,
      most: AT_ONCE_MAX,
      byOperator: true,
      key: serverKey(`end:${id}`),
      fingerprint: `end of ${market.symbol}`,
    })
    if (result.kind !== 'cancelled') throw new Error(`orders of user ${userId} were not cancelled`)
  }
}
