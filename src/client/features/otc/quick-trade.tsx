import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { unitsOf } from '#client/lib/quote-unit.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { CoinPicker } from './coin-picker.tsx'
import { LastStep } from './last-step.tsx'
import { PriceLine } from './price-line.tsx'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import { QuickTradeFields } from './quick-trade-fields.tsx'
import { useQuickTrade } from './use-quick-trade.ts'

// Only who is about to trade needs it; the submit button of somebody who may fetches it before it is pressed.
const Deal = lazy(() => import('./deal.tsx'))

/** Buying from and selling to the house at its quoted price, for visitors too until the last button. */
export function QuickTrade() {
  const { t } = useTranslation('otc')
  const units = unitsOf(useLanguage())
  const trade = useQuickTrade()
  const { form, dispatch, terms } = trade
  const [asked, setAsked] = useState<QuickTradeTerms>()
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
      <chakra.div
        display="grid"
        gridTemplateColumns={units.length > 1 ? 'minmax(0, 1fr) 8rem' : 'minmax(0, 1fr)'}
        gap="2"
        alignItems="center"
      >
        <CoinPicker unit={form.unit} value={form.coin} onChoose={(coin) => dispatch({ type: 'coin', coin })} />
        {units.length > 1 && (
          <Segmented
            label={t('unit.label')}
            value={form.unit}
            options={units.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
            onChange={(unit) => dispatch({ type: 'unit', unit })}
          />
        )}
      </chakra.div>
      <PriceLine trade={trade} />
      <chakra.form
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (terms && !trade.reason) setAsked(terms)
        }}
      >
        <QuickTradeFields trade={trade} />
        <LastStep trade={trade} />
      </chakra.form>
      <Suspense>
        {asked && (
          <Deal
            trade={trade}
            asked={asked}
            onEnd={({ done }) => {
              setAsked(undefined)
              if (done) dispatch({ type: 'clear' })
            }}
          />
        )}
      </Suspense>
    </chakra.section>
  )
}
