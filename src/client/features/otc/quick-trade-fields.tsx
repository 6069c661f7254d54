import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, TOTAL_DECIMALS } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { priceOfMesghal } from '#domain/gold-weight.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { goldWeight } from './gold-weight.ts'
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
  const isMesghal = goldWeight.use() === 'mesghal' && form.coin === 'GOLD'
  const zero = showDecimal('0', language)
  const amountField = {
    label: t('amount'),
    placeholder: zero,
    aside: <Range trade={trade} />,
    hint: rest && t('rest', rest),
    problem: amountProblem ?? (form.side === 'SELL' ? balanceProblem : undefined),
  }
  return (
    <>
      {isMesghal ? (
        <Suspense>
          <MesghalField trade={trade} {...amountField} />
        </Suspense>
      ) : (
        <DecimalField
          {...amountField}
          name="amount"
          decimals={coin?.precision ?? 8}
          unit={unitOf(form.coin)}
          value={summary.amountText}
          onChange={(text) => dispatch({ type: 'amount', text })}
        />
      )}
      {balance}
      <DecimalField
        label={t(`total.${form.side}`)}
        name="total"
        decimals={facts.quote?.billedDecimals ?? 0}
        unit={unitOf(form.unit)}
        placeholder={zero}
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

/** The present price of one whole coin and its age; for gold also the bazaar's price of a mesghal. */
export function PriceLine({ trade: { form, facts, awaitsPrice, priceAt } }: { trade: QuickTradeState }) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
  const { unitPrice } = facts
  const shown = unitPrice === undefined ? undefined : formatDecimal(unitPrice, PRICE_DECIMALS)
  return (
    <chakra.div
      display="grid"
      gap="1"
      paddingInline="3.5"
      paddingBlock="3"
      borderRadius="md"
      bg="hover"
      fontSize="sm"
      aria-live="off"
    >
      <chakra.div display="flex" justifyContent="space-between" alignItems="center" gap="3" flexWrap="wrap">
        <chakra.span color="fg.muted">{t(`price.${form.side}`, { unit: unitOf(form.coin) })}</chakra.span>
        <chakra.span fontWeight="bold">
          {awaitsPrice ? <Skeleton width="8rem" /> : <FlashingPrice value={shown} unit={unitOf(form.unit)} />}
        </chakra.span>
      </chakra.div>
      {form.coin === 'GOLD' && (
        <chakra.div
          display="flex"
          justifyContent="space-between"
          alignItems="center"
          gap="3"
          fontSize="xs"
          color="fg.muted"
          flexWrap="wrap"
        >
          <span>{t('price.mesghal')}</span>
          {awaitsPrice ? (
            <Skeleton width="6rem" />
          ) : (
            <DecimalText
              value={unitPrice === undefined ? undefined : formatDecimal(priceOfMesghal(unitPrice), PRICE_DECIMALS)}
              fractionMin={TOTAL_DECIMALS[form.unit]}
              fractionMax={TOTAL_DECIMALS[form.unit]}
              rounding="nearest"
              unit={unitOf(form.unit)}
            />
          )}
        </chakra.div>
      )}
      <AgeBadge at={priceAt} />
    </chakra.div>
  )
}

/** The parts that visitors do not need. */
export const loadUsersPart = () => import('./submit-trade.tsx')
const MesghalField = lazy(async () => ({ default: (await loadUsersPart()).MesghalField }))
// Prefetched on hover and focus, so that it is loaded by the time the button is pressed.
const loadSheet = () => import('./coin-list.tsx')
const CoinSheet = lazy(loadSheet)

type CoinPickerProps = { unit: QuoteUnit; value: string; onChoose: (symbol: string) => void }

/** The chosen coin; a press opens the searchable list. */
export function CoinPicker({ unit, value, onChoose }: CoinPickerProps) {
  const { t } = useTranslation('otc')
  const { nameOf, unitOf } = useCoins()
  const [open, setOpen] = useState(false)
  return (
    <>
      <chakra.button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={loadSheet}
        onFocus={loadSheet}
        onClick={() => setOpen(true)}
        display="flex"
        alignItems="center"
        gap="2"
        width="full"
        minHeight="3.5rem"
        paddingInline="2"
        borderRadius="md"
        borderWidth="1px"
        borderColor="line.strong"
        bg="sunken"
        _hover={{ borderColor: 'fg.faint' }}
      >
        <CoinIcon symbol={value} size={28} />
        <chakra.span flex="1" minWidth="0" textAlign="start">
          <chakra.span srOnly>{t('coin.change')}</chakra.span>
          <chakra.span display="block" fontWeight="bold" fontSize="sm" lineHeight="snug">
            {nameOf(value)}
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="fg.muted" lineHeight="tight">
            {unitOf(value)}
          </chakra.span>
        </chakra.span>
        <ChevronDown size={18} aria-hidden="true" />
      </chakra.button>
      <Suspense>
        {open && (
          <CoinSheet
            unit={unit}
            value={value}
            onClose={() => setOpen(false)}
            onChoose={(symbol) => {
              onChoose(symbol)
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
