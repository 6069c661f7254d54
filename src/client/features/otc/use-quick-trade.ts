import { useQuery } from '@tanstack/react-query'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import {
  type QuickTradeFacts,
  type QuickTradeReason,
  type QuickTradeSummary,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'
import type { PricedForm, QuickTradeForm, TradeChoice } from './use-trade-choice.ts'

/** A priced form with the data for its validation. */
interface TradeState extends PricedForm {
  readonly coin: CoinDetails | undefined
  readonly facts: QuickTradeFacts
  readonly summary: QuickTradeSummary
  readonly reason: QuickTradeReason | undefined
  /** The content of the confirmation; `undefined` while a part of it is missing. */
  readonly terms: QuickTradeTerms | undefined
}

export type QuickTradeState = TradeChoice & TradeState

export function useTradeState(priced: PricedForm): TradeState {
  const { form, unitPrice, isStale } = priced
  const { coinOf } = useCoins()
  const coin = coinOf(form.coin)
  const quote = coinOf(form.unit)
  const session = useSession()
  const balance = useBalance({ coin: form.side === 'BUY' ? quote : coin, enabled: session?.authorized === true })
  const facts = { coin, quote, unitPrice, balance }
  const summary = summarizeQuickTrade(form, facts)
  const reason = validateQuickTrade(
    { form, summary, facts },
    { supervisor: session?.supervisor === true, stale: isStale },
  )
  return { ...priced, coin, facts, summary, reason, terms: termsOf(form, { summary, facts }) }
}

function useBalance({ coin, enabled }: { coin: CoinDetails | undefined; enabled: boolean }) {
  const wallets = useQuery({ ...walletsQuery(), enabled }).data
  if (!coin || !wallets) return undefined
  return decodeAmount(wallets.find((entry) => entry.coin === coin.symbol)?.credit ?? '0', coin)
}

/** The content of the confirmation; `undefined` while a part of it is missing. */
export function termsOf(
  { side, coin, unit }: QuickTradeForm,
  { summary, facts }: { summary: QuickTradeSummary; facts: QuickTradeFacts },
): QuickTradeTerms | undefined {
  const { amount, total, fee, received } = summary
  const { coin: traded, quote, unitPrice } = facts
  if (!traded || !quote || unitPrice === undefined) return undefined
  if (amount === undefined || total === undefined || fee === undefined || received === undefined) return undefined
  const arriving = side === 'BUY' ? traded.decimals : quote.decimals
  return {
    side,
    coin,
    unit,
    amount: formatDecimal(amount, traded.decimals),
    unitPrice: formatDecimal(unitPrice, PRICE_DECIMALS),
    total: formatDecimal(total, quote.decimals),
    fee: formatDecimal(fee, arriving),
    received: formatDecimal(received, arriving),
  }
}
