import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { TOTAL_DECIMALS } from '#client/lib/quote-unit.ts'
import { useSession } from '#client/lib/session.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { walletsQuery } from '#client/lib/wallets.queries.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { allOf } from './quick-trade.logic.ts'
import type { QuickTrade } from './use-quick-trade.ts'

/** Amount and total: whichever is typed, the other follows through the unit price. */
export function QuickTradeFields({ trade }: { trade: QuickTrade }) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const { form, dispatch, coin, summary, reason } = trade
  const amountProblem = reason === 'belowMin' || reason === 'aboveMax' ? t(`reason.${reason}`) : undefined
  const balanceProblem = reason === 'balance' ? t('reason.balance') : undefined
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
        problem={amountProblem ?? (form.side === 'SELL' ? balanceProblem : undefined)}
      />
      <DecimalField
        label={t(`total.${form.side}`)}
        name="total"
        decimals={TOTAL_DECIMALS[form.unit]}
        unit={unitOf(form.unit)}
        placeholder={showDecimal('0', language)}
        value={summary.totalText}
        onChange={(text) => dispatch({ type: 'total', text })}
        problem={form.side === 'BUY' ? balanceProblem : undefined}
      />
    </>
  )
}

function Range({ trade: { coin } }: { trade: QuickTrade }) {
  const { t } = useTranslation('otc')
  const language = useLanguage()
  if (!coin) return null
  const show = (bound: bigint) => `\u2066${showDecimal(formatDecimal(bound, coin.decimals), language)}\u2069`
  return <>{t('range', { min: show(coin.exchangeMin), max: show(coin.exchangeMax) })}</>
}

/** What can be spent, with a way to look again and a way to spend it all. Only who may trade has a balance. */
export function BalanceLine({ trade }: { trade: QuickTrade }) {
  const { t } = useTranslation('otc')
  const { coinOf, unitOf } = useCoins()
  const session = useSession()
  const shown = session?.authorized === true && !session.supervisor
  const wallets = useQuery({ ...walletsQuery(), enabled: shown })
  const { form, facts, dispatch } = trade
  const spent = form.side === 'BUY' ? form.unit : form.coin
  const scale = coinOf(spent)
  const all = allOf(form, facts)
  if (!shown) return null
  return (
    <chakra.div display="flex" alignItems="center" gap="1" fontSize="sm" minHeight="tap">
      <chakra.span color="fg.muted">{t('balance')}:</chakra.span>
      <chakra.span fontWeight="semibold" paddingInlineStart="1">
        <DecimalText
          value={facts.balance !== undefined && scale ? formatDecimal(facts.balance, scale.decimals) : undefined}
          fractionMax={scale?.shownDecimals ?? 8}
          unit={unitOf(spent)}
        />
      </chakra.span>
      <IconButton
        label={t('refresh')}
        icon={
          <chakra.span display="inline-flex" animation={wallets.isFetching ? 'turn 900ms linear infinite' : undefined}>
            <RotateCw size={16} aria-hidden="true" />
          </chakra.span>
        }
        onClick={() => void wallets.refetch()}
      />
      <chakra.span flex="1" />
      <Button variant="ghost" size="sm" disabled={!all} onClick={() => all && dispatch(all)}>
        {t('all')}
      </Button>
    </chakra.div>
  )
}
