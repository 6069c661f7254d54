import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { DenseField, priceDecimals } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { visibleProblems } from './order-checks.ts'
import { DISTANCE_UNITS, PERCENT_OF_PRICE_DECIMALS } from './order-prices.ts'
import type { OrderFormState } from './use-order-form.ts'

type MoreKindsProps = { path: MarketPath; state: OrderFormState }

/** The distance of a trailing stop from the market and that of its limit from its stop, as prices or in percent, and both prices as they would be now. */
export default function TrailingFields({ path, state }: MoreKindsProps) {
  const { t } = useTranslation('orderKinds')
  const { t: ofTrade } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { form, facts, summary, dispatch } = state
  const unit = unitOf(path.tradeTo)
  const tick = amountInSentence(formatDecimal(facts.rules.tick, PRICE_DECIMALS), language, { unit })
  const { distance, gap } = visibleProblems(form, state.problems)
  const field = {
    decimals: form.distanceIn === 'PERCENT' ? PERCENT_OF_PRICE_DECIMALS : priceDecimals(facts.rules),
    aside: form.distanceIn === 'PERCENT' ? t('percent') : unit,
  }
  const shown = (price: bigint | undefined) => (
    <DecimalText value={price === undefined ? undefined : formatDecimal(price, PRICE_DECIMALS)} unit={unit} />
  )
  return (
    <>
      <chakra.p fontSize="xs" lineHeight="snug" color="fg.muted">
        {t(`trailing.rule.${form.side}`)}
      </chakra.p>
      <Segmented
        label={t('unit')}
        value={form.distanceIn}
        options={DISTANCE_UNITS.map((value) => ({ value, label: value === 'PERCENT' ? t('percent') : unit }))}
        onChange={(next) => dispatch({ type: 'distanceIn', unit: next })}
      />
      {/* A text that is typed in one unit is not read in the other. */}
      <DenseField key={`distance-${form.distanceIn}`}>
        <DecimalField
          {...field}
          label={t('trailing.distance')}
          name="distance"
          value={form.distance}
          onChange={(text) => dispatch({ type: 'distance', text })}
          problem={distance && t(`problem.${distance}`, { tick })}
        />
      </DenseField>
      <DenseField key={`gap-${form.distanceIn}`}>
        <DecimalField
          {...field}
          label={t('trailing.gap')}
          name="gap"
          value={form.gap}
          onChange={(text) => dispatch({ type: 'gap', text })}
          hint={t(`trailing.gapHint.${form.side}`)}
          problem={gap && t(`problem.${gap}`, { tick })}
        />
      </DenseField>
      <chakra.div aria-live="off" css={FIGURES}>
        <FactList
          dense
          facts={[
            { label: t('trailing.stopNow'), value: shown(summary.stopPrice) },
            { label: `${ofTrade('form.price')} ${t('trailing.now')}`, value: shown(summary.unitPrice) },
          ]}
        />
      </chakra.div>
    </>
  )
}

/** A label and its figure stand one above the other where they do not fit side by side. */
const FIGURES = {
  '& dl > div': { flexWrap: 'wrap', columnGap: '2', rowGap: '0', paddingBlock: '0.5', lineHeight: 'snug' },
  '& dd': { marginInlineStart: 'auto', ...tableFigures },
} as const
