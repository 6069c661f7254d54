import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toCount } from '#domain/counts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { priceDecimals } from '#domain/market.ts'
import { type Amount, amount } from '#domain/units.ts'
import { FORCED_COLOURS } from './book-columns.ts'
import { DenseField } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { visibleProblems } from './order-checks.ts'
import { totalTextOf } from './order-form.logic.ts'
import { useProblemText } from './order-sentences.ts'
import { PriceField, type PriceWords } from './price-field.tsx'
import type { OrderFormState } from './use-order-form.ts'

const MoreKinds = lazy(() => import('./more-kinds.tsx'))

type OrderFieldsProps = { path: MarketPath; state: OrderFormState }

/** The prices, and the amount as a quantity, as a share of the balance or as a total, with the problems next to them. */
export function OrderFields({ path, state }: OrderFieldsProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const { form, facts, summary, dispatch } = state
  const textOf = useProblemText(facts.rules, path)
  const problems = visibleProblems(form, state.problems)
  const language = useLanguage()
  const shown = (quantity: bigint) =>
    amountInSentence(formatDecimal(quantity, facts.rules.base.decimals), language, { unit: unitOf(path.tradeFrom) })
  const priceField = (words: PriceWords) => (
    <PriceField path={path} state={state} problem={problems.price && textOf(problems.price)} {...words} />
  )
  const rest = restAfterSale(state)
  return (
    <>
      {(form.kind === 'TRAILING' || form.kind === 'OCO') && (
        <Suspense fallback={<Skeleton height="19rem" borderRadius="md" />}>
          <MoreKinds path={path} state={state} kind={form.kind} priceField={priceField} />
        </Suspense>
      )}
      {form.kind === 'MARKET' && (
        <chakra.p fontSize="xs" color="fg.muted" bg="hover" borderRadius="md" paddingBlock="2" paddingInline="3">
          {t('form.marketPrice')}
        </chakra.p>
      )}
      {form.kind === 'STOP_LIMIT' && (
        <DenseField>
          <DecimalField
            label={t('form.stopPrice')}
            name="stopPrice"
            decimals={priceDecimals(facts.rules)}
            value={form.stopPrice}
            onChange={(text) => dispatch({ type: 'stopPrice', text })}
            hint={t(`form.stopRule.${form.side}`)}
            problem={problems.stopPrice && textOf(problems.stopPrice)}
            aside={unitOf(path.tradeTo)}
          />
        </DenseField>
      )}
      {(form.kind === 'LIMIT' || form.kind === 'STOP_LIMIT') && priceField({})}
      <DenseField>
        <DecimalField
          label={t('form.amount')}
          name="amount"
          decimals={facts.rules.base.precision}
          aside={unitOf(path.tradeFrom)}
          value={summary.amountText}
          onChange={(text) => dispatch({ type: 'amount', text })}
          hint={rest && t('form.rest', { amount: shown(rest), min: shown(facts.rules.min) })}
          problem={problems.amount && textOf(problems.amount)}
        />
      </DenseField>
      {!facts.supervisor && <ShareSlider state={state} />}
      <DenseField>
        <DecimalField
          label={t(form.kind === 'MARKET' ? 'form.estimate' : 'confirm.total')}
          name="total"
          decimals={facts.rules.quote.precision}
          aside={unitOf(path.tradeTo)}
          value={totalTextOf(form, { summary, facts })}
          onChange={(text) => dispatch({ type: 'total', text })}
        />
      </DenseField>
    </>
  )
}

/** The remainder of the coin after this sale, if it is below the market's minimum. */
function restAfterSale({ form: { side }, summary, facts }: OrderFormState): Amount | undefined {
  if (side === 'BUY' || !facts.balances || !summary.amount) return undefined
  const rest = amount(facts.balances.base - summary.amount)
  return rest > 0n && rest < facts.rules.min ? rest : undefined
}

const MARKS = [0, 25, 50, 75, 100] as const
/** The keys and a drag move by this much: the marks are easy to hit. */
const STEP = 5

/** The browser's own slider has the keys and the direction of each language. */
const Range = chakra('input', {
  base: {
    appearance: 'none',
    gridArea: '1 / 1',
    position: 'relative',
    zIndex: '1',
    width: 'full',
    minWidth: '0',
    height: 'tap',
    bg: 'transparent',
    cursor: 'pointer',
    '&::-webkit-slider-thumb': {
      appearance: 'none',
      width: '1.125rem',
      height: '1.125rem',
      borderRadius: 'full',
      background: 'var(--k-colors-gold-solid)',
      border: '3px solid var(--k-colors-surface)',
      boxShadow: '0 0 0 1px var(--k-colors-gold-solid)',
      [FORCED_COLOURS]: { background: 'Highlight' },
    },
    '&::-moz-range-thumb': {
      width: '0.75rem',
      height: '0.75rem',
      borderRadius: 'full',
      background: 'var(--k-colors-gold-solid)',
      border: '3px solid var(--k-colors-surface)',
      boxShadow: '0 0 0 1px var(--k-colors-gold-solid)',
    },
    _disabled: { opacity: 0.45, cursor: 'not-allowed' },
  },
})

const Rail = chakra('span', {
  base: {
    gridArea: '1 / 1',
    alignSelf: 'center',
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    position: 'relative',
    height: '0.5rem',
    marginInline: '0.3rem',
    _before: {
      content: '""',
      position: 'absolute',
      insetInline: '0',
      top: 'calc(50% - 1px)',
      height: '2px',
      bg: 'line.strong',
      [FORCED_COLOURS]: { bg: 'CanvasText' },
    },
  },
})

const Mark = chakra('i', {
  base: {
    position: 'relative',
    width: '0.5rem',
    height: '0.5rem',
    marginInline: '-0.25rem',
    borderWidth: '1.5px',
    borderColor: 'line.strong',
    bg: 'surface',
    transform: 'rotate(45deg)',
  },
  variants: {
    passed: {
      true: {
        borderColor: 'gold.solid',
        bg: 'gold.solid',
        [FORCED_COLOURS]: { borderColor: 'Highlight', bg: 'Highlight' },
      },
    },
  },
})

/** The amount as a share of the balance; off while the balance is unknown. */
function ShareSlider({ state: { form, facts, summary, dispatch } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const share = shareTaken({ form, facts, summary })
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share / 100)
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) 2.75rem" alignItems="center" gap="2">
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)">
        <Rail aria-hidden="true">
          {MARKS.map((mark) => (
            <Mark key={mark} passed={share > 0 && mark <= share} />
          ))}
        </Rail>
        <Range
          type="range"
          min="0"
          max="100"
          step={STEP}
          value={share}
          aria-label={t('form.share')}
          aria-valuetext={percent}
          disabled={!facts.balances}
          onChange={(event) => dispatch({ type: 'pick', pick: event.currentTarget.valueAsNumber })}
        />
      </chakra.div>
      <chakra.bdi dir="ltr" aria-hidden="true" fontSize="xs" color="fg.muted" textAlign="end">
        {percent}
      </chakra.bdi>
    </chakra.div>
  )
}

/** The share of the balance that the order takes, in whole percent: as picked, else that of the typed amount, and at most all of it. */
function shareTaken({ form, facts, summary }: Pick<OrderFormState, 'form' | 'facts' | 'summary'>): number {
  const [part, whole] =
    form.side === 'SELL' ? [summary.amount, facts.balances?.base] : [summary.total, facts.balances?.quote]
  if (form.pick !== undefined || !part || !whole) return form.pick ?? 0
  return part >= whole ? 100 : toCount((part * 100n) / whole)
}
