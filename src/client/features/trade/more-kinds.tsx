import { chakra } from '@chakra-ui/react'
import { Info } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { farthestTrailingDistance, priceDecimals, trailingDistanceBounds } from '#domain/market.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { DenseField } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { visibleProblems } from './order-checks.ts'
import { DISTANCE_UNITS, PERCENT_OF_PRICE_DECIMALS } from './order-prices.ts'
import { useProblemText } from './order-sentences.ts'
import type { PriceWords } from './price-field.tsx'
import type { OrderFormState } from './use-order-form.ts'

type MoreKindsProps = {
  path: MarketPath
  state: OrderFormState
  kind: 'TRAILING' | 'OCO'
  /** The field of the price with the market's prices and its steps, which the other kinds have too. */
  priceField: (words: PriceWords) => ReactNode
}

/** The prices of the kinds of orders that few users place. */
export default function MoreKinds({ kind, ...props }: MoreKindsProps) {
  return kind === 'OCO' ? <OcoFields {...props} /> : <TrailingFields {...props} />
}

type FieldsProps = Omit<MoreKindsProps, 'kind'>

/** The limit of the one leg, and the trigger of the other with the limit that it then has; each says on which side of the market it must be. */
function OcoFields({ path, state, priceField }: FieldsProps) {
  const { t } = useTranslation('orderKinds')
  const { t: ofTrade } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { form, facts, dispatch } = state
  const unit = unitOf(path.tradeTo)
  const textOf = useProblemText(facts.rules, path)
  const { stopPrice, stopUnitPrice } = visibleProblems(form, state.problems)
  const last = facts.last === undefined ? '…' : amountInSentence(formatDecimal(facts.last, PRICE_DECIMALS), language)
  const field = { decimals: priceDecimals(facts.rules), aside: unit }
  return (
    <>
      <Explained texts={[t(`oco.rule.${form.side}`), t(`oco.stopLimitHint.${form.side}`)]} />
      {priceField({ label: ofTrade('confirm.limit'), hint: t(`oco.limitHint.${form.side}`, { last }) })}
      <DenseField>
        <DecimalField
          {...field}
          label={ofTrade('form.stopPrice')}
          name="stopPrice"
          value={form.stopPrice}
          onChange={(text) => dispatch({ type: 'stopPrice', text })}
          hint={t(`oco.stopHint.${form.side}`, { last })}
          problem={stopPrice && textOf(stopPrice)}
        />
      </DenseField>
      <DenseField>
        <DecimalField
          {...field}
          label={ofTrade('confirm.stopLimit')}
          name="stopUnitPrice"
          value={form.stopUnitPrice}
          onChange={(text) => dispatch({ type: 'stopUnitPrice', text })}
          problem={stopUnitPrice && textOf(stopUnitPrice)}
        />
      </DenseField>
    </>
  )
}

/** How this kind of order works, folded behind a button, which stands beside `children` where there are some. */
function Explained({ texts, children }: { texts: readonly string[]; children?: ReactNode }) {
  const { t } = useTranslation('orderKinds')
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="1.5"
        marginBlock={children ? undefined : '-2'}
      >
        <Fold type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Info size={16} aria-hidden="true" />
          <chakra.span srOnly={children !== undefined}>{t('explain')}</chakra.span>
        </Fold>
        {children && (
          <chakra.div flex="1 1 7.75rem" minWidth="0">
            {children}
          </chakra.div>
        )}
      </chakra.div>
      <chakra.div id={id} hidden={!open} fontSize="xs" lineHeight="snug" color="fg.muted">
        {texts.map((text) => (
          <chakra.p key={text} paddingTop="1.5">
            {text}
          </chakra.p>
        ))}
      </chakra.div>
    </div>
  )
}

const Fold = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minWidth: 'tap',
    minHeight: 'tap',
    fontSize: 'xs',
    color: 'fg.muted',
    '& svg': { color: 'gold', flexShrink: '0' },
    _hover: { color: 'fg' },
  },
})

/** The distance of a trailing stop from the market and that of its limit from its stop, as prices or in percent, and both prices as they would be now. */
function TrailingFields({ path, state }: FieldsProps) {
  const { t } = useTranslation('orderKinds')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { form, facts, summary, dispatch } = state
  const unit = unitOf(path.tradeTo)
  const sentence = (price: bigint) => amountInSentence(formatDecimal(price, PRICE_DECIMALS), language, { unit })
  const bounds = summary.stopPrice && trailingDistanceBounds(summary.stopPrice, facts.rules)
  const farthest = facts.last && farthestTrailingDistance(facts.last, { side: form.side, tick: facts.rules.tick })
  const figures = {
    tick: sentence(facts.rules.tick),
    min: bounds ? sentence(bounds.min) : '',
    max: farthest === undefined ? '' : sentence(farthest),
  }
  const { distance, gap } = visibleProblems(form, state.problems)
  const field = {
    decimals: form.distanceIn === 'PERCENT' ? PERCENT_OF_PRICE_DECIMALS : priceDecimals(facts.rules),
    aside: form.distanceIn === 'PERCENT' ? t('percent') : unit,
  }
  const shown = (price: bigint | undefined) => (
    <DecimalText
      value={price === undefined || distance ? undefined : formatDecimal(price, PRICE_DECIMALS)}
      unit={unit}
    />
  )
  return (
    <>
      <Explained texts={[t(`trailing.rule.${form.side}`), t(`trailing.gapHint.${form.side}`)]}>
        <Segmented
          label={t('unit')}
          value={form.distanceIn}
          options={DISTANCE_UNITS.map((value) => ({ value, label: value === 'PERCENT' ? t('percent') : unit }))}
          onChange={(next) => dispatch({ type: 'distanceIn', unit: next })}
        />
      </Explained>
      {/* A text that is typed in one unit is not read in the other. */}
      <DenseField key={`distance-${form.distanceIn}`}>
        <DecimalField
          {...field}
          label={t('trailing.distance')}
          name="distance"
          value={form.distance}
          onChange={(text) => dispatch({ type: 'distance', text })}
          problem={distance && t(`problem.${distance}`, figures)}
        />
      </DenseField>
      <DenseField key={`gap-${form.distanceIn}`}>
        <DecimalField
          {...field}
          label={t('trailing.gap')}
          name="gap"
          value={form.gap}
          onChange={(text) => dispatch({ type: 'gap', text })}
          problem={gap && t(`problem.${gap}`, figures)}
        />
      </DenseField>
      <chakra.div aria-live="off" css={FIGURES}>
        <FactList
          dense
          facts={[
            { label: t('trailing.stopNow'), value: shown(summary.stopPrice) },
            { label: t('trailing.priceNow'), value: shown(summary.unitPrice) },
          ]}
        />
      </chakra.div>
    </>
  )
}

/** A label and its figure stand one above the other where they do not fit side by side. */
const FIGURES = {
  '& dl > div': { flexWrap: 'wrap', columnGap: '2', rowGap: '0', paddingBlock: '0.5', lineHeight: 'snug' },
  '& dd': { marginInlineStart: 'auto' },
} as const
