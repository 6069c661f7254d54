import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import MarketMark from '#client/entities/market/market-mark.tsx'
import type { QuoteUnit } from '#client/entities/market/quote-unit.ts'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import type { FieldProps } from '#client/ui/field-frame.tsx'
import { getMarket } from '#contract/markets.ts'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { gramsOfMesghal, mesghalDecimals, mesghalOfGrams } from '#domain/mesghal-amount.ts'
import type { Amount } from '#domain/units.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

type MesghalFieldProps = FieldProps & { trade: QuickTradeState; placeholder: string }

/** The amount of gold in mesghals. The form is told the grams that they hold, and those are said below the field. */
export function MesghalField({ trade, hint, ...field }: MesghalFieldProps) {
  const { t } = useTranslation('otc')
  const { t: ofDeal } = useTranslation('deal')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const { form, dispatch, coin, summary } = trade
  if (!coin) return <DecimalField {...field} value="" decimals={0} onChange={() => undefined} />
  const gramsOf = (text: string): Amount | undefined => {
    const mesghals = parseDecimal(text, mesghalDecimals(coin))
    return mesghals === undefined ? undefined : gramsOfMesghal(mesghals, coin)
  }
  const grams = form.typed === 'amount' ? parseAmount(form.text, coin) : summary.amount
  const isOwn = form.typed === 'amount' && gramsOf(typed) === grams
  const traded = grams === undefined ? '' : formatDecimal(grams, coin.decimals)
  const change = (text: string) => {
    const next = gramsOf(text)
    setTyped(text)
    dispatch({ type: 'amount', text: next === undefined ? '' : formatDecimal(next, coin.decimals) })
  }
  // The bounds are grams, also beside a field of mesghals.
  const bound = (value: Amount) => amountInSentence(formatDecimal(value, coin.decimals), language)
  const said = ofDeal('weight.traded', { grams: amountInSentence(traded, language, { unit: unitOf('GOLD') }) })
  return (
    <DecimalField
      {...field}
      aside={t('range', { min: bound(coin.exchangeMin), max: `${bound(coin.exchangeMax)} ${unitOf('GOLD')}` })}
      name="amount"
      decimals={mesghalDecimals(coin)}
      unit={ofDeal('weight.mesghal')}
      value={isOwn ? typed : grams === undefined ? '' : mesghalText(grams, coin)}
      onChange={change}
      hint={hint ?? (traded && said)}
    />
  )
}

/** The mesghals of an amount in grams, as decimal text. */
const mesghalText = (grams: Amount, gold: { decimals: number; precision: number }): string =>
  formatDecimal(mesghalOfGrams(grams, gold), mesghalDecimals(gold))

/** The trading hours of gold's own market apply to quick trade, too. */
export function GoldHours({ unit }: { unit: QuoteUnit }) {
  const query = useQuery({
    ...endpointQuery(getMarket, { params: { market: `GOLD_${unit}` } }),
    refetchInterval: MINUTE_MS,
  })
  return <MarketMark state={query.data?.baseDTO.state} withTime />
}
