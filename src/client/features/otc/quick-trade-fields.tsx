import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { canSettle, restAfterSale, restOfTotal } from './quick-trade.logic.ts'
import { useReasonText } from './quick-trade-sentences.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

type QuickTradeFieldsProps = { trade: QuickTradeState; attempted: boolean; balance: ReactNode }

/**
 * Amount and total: the user types either, and the other follows by the unit price. The balance is shown between them, next to the field that spends
 * it.
 */
export function QuickTradeFields({ trade, attempted, balance }: QuickTradeFieldsProps) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const { form, dispatch, coin, facts, summary, reason } = trade
  const reasonText = useReasonText(trade)
  const left = restAfterSale(form, { summary, facts })
  const shown = (quantity: bigint) =>
    coin && amountInSentence(formatDecimal(quantity, coin.decimals), language, { unit: unitOf(form.coin) })
  const rest = coin && left && { amount: shown(left), min: shown(coin.exchangeMin) }
  const unspent = restOfTotal(form, { summary, facts })
  const isAmount = reason === 'belowMin' || reason === 'aboveMax' || (reason === 'amountRequired' && attempted)
  const amountProblem = isAmount ? reasonText(reason) : undefined
  const balanceProblem = reason === 'balance' ? reasonText('balance') : undefined
  return (
    <>
      <DecimalField
        label={t('amount')}
        name="amount"
        decimals={coin?.precision ?? 8}
        unit={unitOf(form.coin)}
        placeholder={showDecimal('0', language)}
        value={summary.amountText}
        onChange={(text) => dispatch({ type: 'amount', text })}
        aside={<Range trade={trade} />}
        hint={rest && t('rest', rest)}
        problem={amountProblem ?? (form.side === 'SELL' ? balanceProblem : undefined)}
      />
      {balance}
      <DecimalField
        label={t(`total.${form.side}`)}
        name="total"
        decimals={facts.quote?.billedDecimals ?? 0}
        unit={unitOf(form.unit)}
        placeholder={showDecimal('0', language)}
        value={summary.totalText}
        onChange={(text) => dispatch({ type: 'total', text })}
        onBlur={() => canSettle(reason, summary) && dispatch({ type: 'settle' })}
        // Shown already while typing: a line that appears with the press would move the button.
        hint={
          unspent &&
          !reason &&
          t('unspent', { amount: amountInSentence(unspent, language, { unit: unitOf(form.unit) }) })
        }
        problem={form.side === 'BUY' ? balanceProblem : undefined}
      />
    </>
  )
}

function Range({ trade: { coin } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  const language = useLanguage()
  if (!coin) return null
  const show = (bound: bigint) => amountInSentence(formatDecimal(bound, coin.decimals), language)
  return <>{t('range', { min: show(coin.exchangeMin), max: show(coin.exchangeMax) })}</>
}
