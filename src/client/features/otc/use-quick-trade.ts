import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useReducer } from 'react'
import * as z from 'zod/mini'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { tabValue } from '#client/lib/tab-value.ts'
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
  coin: linkedCoin,
  unit: firstUnit,
  side: linkedSide,
}: FirstChoice = {}): QuickTradeState {
  const [firstCoin, side] = [linkedCoin ?? 'GOLD', linkedSide ?? 'BUY']
  const language = useLanguage()
  const isLinked = (linkedCoin ?? firstUnit ?? linkedSide) !== undefined
  const [chosen, reduce] = useReducer(reduceQuickTrade<ChosenForm>, undefined, (): ChosenForm => {
    const begun = { side, unit: firstUnit, coin: firstCoin, typed: 'amount', text: '', settled: false } as const
    return isLinked ? begun : (VISITORS.read() ?? begun)
  })
  useVisitorsDraft(chosen)
  const ownUnit = useOwnUnit(chosen.coin)
  const unit = chosen.unit ?? ownUnit ?? unitsOf(language)[0]
  const dispatch = (action: QuickTradeAction) => {
    // A balance that arrives later does not change the unit of what was typed.
    if (chosen.unit === undefined && action.type !== 'unit') reduce({ type: 'unit', unit })
    reduce(action)
  }
  return { ...useTradeState({ ...chosen, unit }), dispatch }
}

/** The form that a visitor filled in: it is there for the user who comes back from the login. */
const VISITORS = tabValue(
  'visitor-quick-trade',
  z.object({
    side: z.enum(['BUY', 'SELL']),
    unit: z.union([z.enum(['TOMAN', 'TETHER']), z.undefined()]),
    coin: z.string(),
    typed: z.enum(['amount', 'mesghal', 'total']),
    text: z.string(),
    settled: z.boolean(),
  }),
  { wipedAtLogout: false },
)

function useVisitorsDraft(form: ChosenForm) {
  const session = useSession()
  useEffect(() => {
    if (session === null && form.text !== '') VISITORS.keep({ ...form })
    else if (session !== undefined) VISITORS.drop()
  }, [session, form])
}

/** The unit of the only money that a user has; without any, or with both, the language decides. */
function useOwnUnit(coin: string): QuoteUnit | undefined {
  const session = useSession()
  const wallets = useQuery({ ...walletsQuery(), enabled: session?.authorized === true }).data
  if (!wallets || coin === 'TETHER') return undefined
  const has = (unit: QuoteUnit) => wallets.some((entry) => entry.coin === unit && !/^[0.]*$/.test(entry.credit))
  if (has('TOMAN') === has('TETHER')) return undefined
  return has('TOMAN') ? 'TOMAN' : 'TETHER'
}

/** Without a chosen unit, the form uses that of the user's money, or of the language. */
type ChosenForm = Omit<QuickTradeForm, 'unit'> & { readonly unit: QuoteUnit | undefined }

/** A form with the data for its validation. */
export function useTradeState(chosen: QuickTradeForm): Omit<QuickTradeState, 'dispatch'> {
  const { unit } = chosen
  const { data: prices, isLoading: awaitsPrice } = useQuery(pricesQuery(unit))
  const listed = prices?.bySymbol
  // If the unit has no price for the chosen coin (Tether in Tether), the first coin with a price replaces it.
  const symbol = !listed || listed.has(chosen.coin) ? chosen.coin : (listed.keys().next().value ?? chosen.coin)
  // Another coin has no mesghals.
  const text = chosen.typed === 'mesghal' && symbol !== 'GOLD' ? '' : chosen.text
  const form = { ...chosen, coin: symbol, text }

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
