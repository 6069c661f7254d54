import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useReducer } from 'react'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import {
  type FirstChoice,
  type QuickTradeAction,
  type QuickTradeFacts,
  type QuickTradeForm,
  type QuickTradeReason,
  type QuickTradeSummary,
  reduceQuickTrade,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'

export interface QuickTradeState {
  readonly form: QuickTradeForm
  readonly dispatch: Dispatch<QuickTradeAction>
  /** The unit that the user or a link has named; the form uses that of the language without one. */
  readonly unit: QuoteUnit | undefined
  readonly coin: CoinDetails | undefined
  readonly facts: QuickTradeFacts
  readonly summary: QuickTradeSummary
  readonly reason: QuickTradeReason | undefined
  /** The prices are loading; if false, a missing price will not arrive by itself. */
  readonly awaitsPrice: boolean
  /** The time of the displayed price, ISO 8601. */
  readonly priceAt: string | undefined
  /** The content of the confirmation; `undefined` while a part of it is missing. */
  readonly terms: QuickTradeTerms | undefined
}

/** The quick-trade form with the data for its validation. */
export function useQuickTrade({
  coin: firstCoin = 'GOLD',
  unit: firstUnit,
  side = 'BUY',
}: FirstChoice = {}): QuickTradeState {
  const language = useLanguage()
  const [chosen, dispatch] = useReducer(reduceQuickTrade<ChosenForm>, {
    side,
    unit: firstUnit,
    coin: firstCoin,
    typed: 'amount',
    text: '',
    settled: false,
  })
  const state = useTradeState({ ...chosen, unit: chosen.unit ?? unitsOf(language)[0] })
  return { ...state, unit: chosen.unit, dispatch }
}

/** Without a chosen unit, the form uses that of the language, or of the user's only money. */
type ChosenForm = Omit<QuickTradeForm, 'unit'> & { readonly unit: QuoteUnit | undefined }

/** A form with the data for its validation. */
export function useTradeState(chosen: QuickTradeForm): Omit<QuickTradeState, 'dispatch' | 'unit'> {
  const { unit } = chosen
  const { data: prices, isLoading: awaitsPrice } = useQuery(pricesQuery(unit))
  const listed = prices?.bySymbol
  // If the unit has no price for the chosen coin (Tether in Tether), the first coin with a price replaces it.
  const symbol = !listed || listed.has(chosen.coin) ? chosen.coin : (listed.keys().next().value ?? chosen.coin)
  const form = { ...chosen, coin: symbol }

  const { coinOf } = useCoins()
  const coin = coinOf(symbol)
  const quote = coinOf(unit)
  const session = useSession()
  const balance = useBalance({ coin: form.side === 'BUY' ? quote : coin, enabled: session?.authorized === true })
  const price = listed?.get(symbol)
  const facts = { coin, quote, unitPrice: form.side === 'BUY' ? price?.buy : price?.sell, balance }
  const summary = summarizeQuickTrade(form, facts)
  const reason = validateQuickTrade(
    { form, summary, facts },
    { supervisor: session?.supervisor === true, stale: prices?.stale === true },
  )
  return {
    form,
    coin,
    facts,
    summary,
    reason,
    awaitsPrice,
    priceAt: prices?.at,
    terms: termsOf(form, { summary, facts }),
  }
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
