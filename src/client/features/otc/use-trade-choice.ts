import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useReducer } from 'react'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { isQuoteUnit, type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Side } from '#domain/order.ts'
import type { Price } from '#domain/units.ts'

// The part of quick trade that the first page needs to show a price: what is chosen, and what it costs.

export interface QuickTradeForm {
  readonly side: Side
  readonly unit: QuoteUnit
  readonly coin: string
  /** The field that the user typed into last; the other follows by the unit price. Mesghals are typed as the grams that they hold. */
  readonly typed: 'amount' | 'total'
  /** ASCII decimal text, or empty. */
  readonly text: string
  /** Set once the typed total was replaced on the screen by the exact cost of the amount that it buys. */
  readonly settled: boolean
}

export type QuickTradeAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'unit'; readonly unit: QuoteUnit }
  | { readonly type: 'coin'; readonly coin: string }
  | { readonly type: 'amount' | 'total'; readonly text: string }
  | { readonly type: 'all'; readonly typed: 'amount' | 'total'; readonly text: string }
  | { readonly type: 'settle' }
  | { readonly type: 'clear' }

export function reduceQuickTrade<Form extends Omit<QuickTradeForm, 'unit'>>(
  form: Form,
  action: QuickTradeAction,
): Form {
  switch (action.type) {
    case 'side':
      return { ...form, side: action.side }
    case 'unit':
      // A total in Toman is meaningless in Tether; an amount of the coin is not.
      return {
        ...form,
        unit: action.unit,
        ...(form.typed === 'total' ? { typed: 'amount', text: '', settled: false } : {}),
      }
    case 'coin':
      return { ...form, coin: action.coin, typed: 'amount', text: '', settled: false }
    case 'clear':
      return { ...form, typed: 'amount', text: '', settled: false }
    case 'settle':
      return { ...form, settled: form.typed === 'total' }
    case 'all':
      return { ...form, typed: action.typed, text: action.text, settled: action.typed === 'total' }
    default:
      return { ...form, typed: action.type, text: action.text, settled: false }
  }
}

/** The choices that a link to quick trade makes in advance. */
export interface FirstChoice {
  readonly coin?: string | undefined
  readonly unit?: QuoteUnit | undefined
  readonly side?: 'BUY' | 'SELL' | undefined
}

const SYMBOL = /^[A-Z][A-Z0-9_]{1,39}$/

/** Reads the choices of a URL; the form decides about invalid ones. */
export const readFirstChoice = ({ coin, unit, side }: Record<string, unknown>): FirstChoice => ({
  coin: typeof coin === 'string' && SYMBOL.test(coin) ? coin : undefined,
  unit: typeof unit === 'string' && isQuoteUnit(unit) ? unit : undefined,
  side: side === 'BUY' || side === 'SELL' ? side : undefined,
})

/** A form with the present price of what it trades. */
export interface PricedForm {
  readonly form: QuickTradeForm
  readonly unitPrice: Price | undefined
  /** The prices are loading; if false, a missing price will not arrive by itself. */
  readonly awaitsPrice: boolean
  /** The time of the displayed price, ISO 8601. */
  readonly priceAt: string | undefined
  /** The price is too old to trade at. */
  readonly isStale: boolean
}

export interface TradeChoice extends PricedForm {
  readonly dispatch: Dispatch<QuickTradeAction>
  /** The unit that the user or a link has named; the form uses that of the language without one. */
  readonly unit: QuoteUnit | undefined
}

/** Without a chosen unit, the form uses that of the language. */
type ChosenForm = Omit<QuickTradeForm, 'unit'> & { readonly unit: QuoteUnit | undefined }

export function useTradeChoice({
  coin: firstCoin = 'GOLD',
  unit: firstUnit,
  side = 'BUY',
}: FirstChoice = {}): TradeChoice {
  const language = useLanguage()
  const [chosen, dispatch] = useReducer(reduceQuickTrade<ChosenForm>, {
    side,
    unit: firstUnit,
    coin: firstCoin,
    typed: 'amount',
    text: '',
    settled: false,
  })
  const isOpen = chosen.unit === undefined && chosen.coin !== 'TETHER'
  const money = useOnlyMoney(isOpen)
  // Before anything is painted in the other unit, whose figures have other lengths.
  if (isOpen && money.unit && chosen.text === '') dispatch({ type: 'unit', unit: money.unit })
  const priced = usePricedForm({ ...chosen, unit: chosen.unit ?? unitsOf(language)[0] })
  return { ...priced, awaitsPrice: priced.awaitsPrice || money.isAwaited, unit: chosen.unit, dispatch }
}

/** The unit in which alone a user has money: there the form begins, in either language, until they have typed or chosen. */
function useOnlyMoney(isAsked: boolean): { readonly unit: QuoteUnit | undefined; readonly isAwaited: boolean } {
  const isUser = useSession() != null
  const { data: wallets, isLoading } = useQuery({ ...walletsQuery(), enabled: isAsked && isUser })
  const has = (unit: QuoteUnit) => wallets?.some(({ coin, credit }) => coin === unit && !/^[0.]*$/.test(credit))
  const [toman, tether] = [has('TOMAN'), has('TETHER')]
  return { unit: toman === tether ? undefined : toman ? 'TOMAN' : 'TETHER', isAwaited: isAsked && isUser && isLoading }
}

export function usePricedForm(chosen: QuickTradeForm): PricedForm {
  const { data: prices, isLoading: awaitsPrice } = useQuery(pricesQuery(chosen.unit))
  const listed = prices?.bySymbol
  // If the unit has no price for the chosen coin (Tether in Tether), the first coin with a price replaces it.
  const symbol = !listed || listed.has(chosen.coin) ? chosen.coin : (listed.keys().next().value ?? chosen.coin)
  const form = { ...chosen, coin: symbol }
  const price = listed?.get(symbol)
  const unitPrice = form.side === 'BUY' ? price?.buy : price?.sell
  return { form, unitPrice, awaitsPrice, priceAt: prices?.at, isStale: prices?.stale === true }
}
