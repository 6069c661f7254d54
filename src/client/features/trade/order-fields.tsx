import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { marketInfoQuery } from './market.queries.ts'
import type { MarketPath } from './market-path.ts'
import { PICKS, restAfterSale, toTick, visibleProblems } from './order-form.logic.ts'
import { useProblemText } from './order-sentences.ts'
import type { OrderFormState } from './use-order-form.ts'

type OrderFieldsProps = { path: MarketPath; state: OrderFormState }

/** The price with its step buttons, the amount with its share buttons, and the problems next to them. */
export function OrderFields({ path, state }: OrderFieldsProps) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const { form, facts, summary, dispatch } = state
  const textOf = useProblemText(facts.rules, path)
  const problems = visibleProblems(form, state.problems)
  const language = useLanguage()
  const shown = (quantity: bigint) =>
    amountInSentence(formatDecimal(quantity, facts.rules.base.decimals), language, { unit: unitOf(path.tradeFrom) })
  const rest = restAfterSale(form, { summary, facts })
  return (
    <>
      {form.kind === 'LIMIT' ? (
        <PriceField path={path} state={state} problem={problems.price && textOf(problems.price)} />
      ) : (
        <chakra.p fontSize="sm" color="fg.muted" bg="hover" borderRadius="md" padding="3">
          {t('form.marketPrice')}
        </chakra.p>
      )}
      <DecimalField
        label={t('form.amount')}
        name="amount"
        decimals={facts.rules.base.precision}
        unit={unitOf(path.tradeFrom)}
        value={summary.amountText}
        onChange={(text) => dispatch({ type: 'amount', text })}
        hint={
          rest &&
          t('form.rest', {
            amount: shown(rest),
            min: shown(facts.rules.min),
          })
        }
        problem={problems.amount && textOf(problems.amount)}
      />
      {!facts.supervisor && (
        <chakra.fieldset display="grid" gridTemplateColumns="repeat(4, 1fr)" gap="1.5" aria-label={t('form.picks')}>
          {PICKS.map((pick) => (
            <Pick key={pick} pick={pick} chosen={form.pick === pick} onPick={() => dispatch({ type: 'pick', pick })} />
          ))}
        </chakra.fieldset>
      )}
    </>
  )
}

const PickButton = chakra('button', {
  base: {
    minHeight: { base: 'tap', lg: '2.25rem' },
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'line.strong',
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'fg.muted',
    _hover: { borderColor: 'fg.faint', color: 'fg' },
    '&[aria-pressed=true]': { borderColor: 'gold', color: 'gold', bg: 'gold.subtle' },
  },
})

function Pick({ pick, chosen, onPick }: { pick: number; chosen: boolean; onPick: () => void }) {
  const { i18n } = useTranslation()
  return (
    <PickButton type="button" aria-pressed={chosen} onClick={onPick}>
      <bdi dir="ltr">{new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(pick / 100)}</bdi>
    </PickButton>
  )
}

function PriceField({ path, state, problem }: OrderFieldsProps & { problem: string | undefined }) {
  const { t } = useTranslation('trade')
  const { unitOf } = useCoins()
  const { form, facts, dispatch } = state
  const { rules } = facts
  const last = useQuery(marketInfoQuery(rules.symbol)).data?.lastPrice
  const step = (by: 1 | -1) => dispatch({ type: 'step', by, rules, from: last ?? '' })
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) auto" columnGap="1" alignItems="start">
      <DecimalField
        label={t('form.price')}
        name="unitPrice"
        decimals={decimalsOf(formatDecimal(rules.tick, PRICE_DECIMALS))}
        value={form.price}
        onChange={(text) => dispatch({ type: 'price', text })}
        problem={problem}
        aside={
          // The unit is in the label: next to a price of twelve digits it would not fit.
          <chakra.span display="inline-flex" gap="3" alignItems="baseline">
            {unitOf(path.tradeTo)}
            {last !== undefined && (
              <chakra.button
                type="button"
                color="gold"
                fontWeight="medium"
                paddingBlock="3"
                marginBlock="-3"
                onClick={() => dispatch({ type: 'price', text: toTick(last, rules) })}
              >
                {t('form.lastPrice')}
              </chakra.button>
            )}
          </chakra.span>
        }
      />
      <chakra.div display="flex" paddingTop="1.75rem">
        <IconButton label={t('form.up')} icon={<Plus size={18} aria-hidden="true" />} onClick={() => step(1)} />
        <IconButton label={t('form.down')} icon={<Minus size={18} aria-hidden="true" />} onClick={() => step(-1)} />
      </chakra.div>
    </chakra.div>
  )
}

const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
