import { chakra } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, TOTAL_DECIMALS, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { priceOfMesghal } from '#domain/gold-weight.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { FormRoom } from './form-room.tsx'
import { type FirstChoice, type TradeChoice, useTradeChoice } from './use-trade-choice.ts'

// The price does not wait for the form's code.
const QuickTradeForm = lazy(() => import('./quick-trade-form.tsx'))

/** Quick trade at the quoted price. Visitors can use it up to the last button. */
export function QuickTrade({ first }: { first?: FirstChoice | undefined }) {
  const { t } = useTranslation('otc')
  const choice = useTradeChoice(first)
  const { form, dispatch } = choice
  return (
    <chakra.section display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3.5" aria-label={t('title')}>
      <Segmented
        label={t('side.label')}
        value={form.side}
        options={[
          { value: 'BUY', label: t('side.BUY'), tone: 'buy' },
          { value: 'SELL', label: t('side.SELL'), tone: 'sell' },
        ]}
        onChange={(side) => dispatch({ type: 'side', side })}
      />
      {/* With large letters on a small screen, the units wrap below the coin. */}
      <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <chakra.div flex="999 1 7.25rem" minWidth="0">
          <CoinPicker unit={form.unit} value={form.coin} onChoose={(coin) => dispatch({ type: 'coin', coin })} />
        </chakra.div>
        <chakra.div flex="1 0 auto" maxWidth="full">
          <UnitChoice choice={choice} />
        </chakra.div>
      </chakra.div>
      <PriceLine choice={choice} />
      <Suspense fallback={<FormRoom form={form} />}>
        <QuickTradeForm choice={choice} />
      </Suspense>
    </chakra.section>
  )
}

function UnitChoice({ choice: { form, dispatch } }: { choice: TradeChoice }) {
  const { t } = useTranslation('otc')
  // No coin is priced in itself: the choice would replace the coin.
  const units = unitsOf(useLanguage()).filter((unit) => unit !== form.coin)
  return (
    <Segmented
      label={t('unit.label')}
      value={form.unit}
      options={units.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
      onChange={(unit) => dispatch({ type: 'unit', unit })}
    />
  )
}

/** The present price of one whole coin and its age; for gold also the bazaar's price of a mesghal. */
export function PriceLine({ choice: { form, unitPrice, awaitsPrice, priceAt } }: { choice: TradeChoice }) {
  const { t } = useTranslation('otc')
  const { unitOf } = useCoins()
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
          {awaitsPrice ? <Skeleton width="6.5rem" /> : <FlashingPrice value={shown} unit={unitOf(form.unit)} />}
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
            <Skeleton width="5.5rem" />
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
      {/* Prices that never came have no age. */}
      {unitPrice !== undefined && <AgeBadge at={priceAt} />}
      {unitPrice === undefined && !awaitsPrice && (
        <chakra.span fontSize="xs" color="gold">
          {t('price.none')}
        </chakra.span>
      )}
    </chakra.div>
  )
}

// Prefetched on hover and focus, so that it is loaded by the time the button is pressed.
const loadSheet = () => import('./coin-list.tsx')
const CoinSheet = lazy(loadSheet)

type CoinPickerProps = { unit: QuoteUnit; value: string; onChoose: (symbol: string) => void }

/** The chosen coin; a press opens the searchable list. */
function CoinPicker({ unit, value, onChoose }: CoinPickerProps) {
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
        // At 360 px an English name and its unit take two lines, and no third.
        gap="1.5"
        width="full"
        minHeight="3.5rem"
        paddingInline="2"
        paddingBlock="1"
        borderRadius="md"
        borderWidth="1px"
        borderColor="line.strong"
        bg="sunken"
        _hover={{ borderColor: 'fg.faint' }}
      >
        <CoinIcon symbol={value} size={24} />
        <chakra.span flex="1" minWidth="0" textAlign="start">
          <chakra.span srOnly>{t('coin.change')}</chakra.span>
          <chakra.span display="block" fontWeight="bold" fontSize="sm" lineHeight="snug">
            {nameOf(value)}
          </chakra.span>
          <chakra.span display="block" fontSize="xs" color="fg.muted" lineHeight="tight">
            {unitOf(value)}
          </chakra.span>
        </chakra.span>
        <ChevronDown size={16} aria-hidden="true" />
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
