import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricesQuery } from '#client/entities/coin/prices.queries.ts'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { timeKey } from '#domain/time-key.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { type PlanFacts, type PlanForm, type PlanSummary, summarizePlan, termsOf } from './plan-form.logic.ts'
import { PlanSummaryList } from './plan-summary.tsx'
import { type RecurringBuy, useSavePlan } from './recurring.queries.ts'
import { CoinFields, RhythmFields } from './rhythm-fields.tsx'
import { usePlanWords } from './use-plan-words.ts'

type PlanSheetProps = {
  /** The plan that is changed; absent for a new one. */
  plan: RecurringBuy | undefined
  first: PlanForm
  onClose: () => void
}

/** Makes a plan or changes one: its terms, and then all that it will do. */
export function PlanSheet({ plan, first, onClose }: PlanSheetProps) {
  const { t } = useTranslation('recurring')
  const { nameOf } = useCoins()
  const { when } = usePlanWords()
  const save = useSavePlan()
  const [form, setForm] = useState(first)
  const [key] = useState(() => timeKey(Date.now(), crypto.getRandomValues(new Uint8Array(10))))
  const [isConfirming, setConfirming] = useState(false)
  const facts = usePlanFacts(form)
  const summary = summarizePlan(form, facts)
  const change = (changes: Partial<PlanForm>) => {
    setForm({ ...form, ...changes })
    save.reset()
  }
  const mode = plan ? 'change' : 'new'
  const title = t(`form.title.${mode}`, { coin: nameOf(form.coin) })
  const isComplete = form.total !== '' && summary.misfit === undefined
  const send = () => {
    const terms = termsOf(form)
    const saved = plan
      ? { id: plan.id, body: { ...terms, paused: plan.state === 'PAUSED' } }
      : { key, body: { ...terms, marketType: `${form.coin}_${form.unit}` } }
    save.mutate(saved, {
      // The form says what was refused.
      onError: () => setConfirming(false),
      onSuccess: ({ baseDTO: { nextDateTime } }) => {
        const text = nextDateTime === null ? undefined : t('form.saved.text', { when: when(new Date(nextDateTime)) })
        showToast({ tone: 'success', title: t(`form.saved.${mode}`), ...(text !== undefined && { text }) })
        onClose()
      },
    })
  }
  if (isConfirming)
    return (
      <ConfirmSheet
        open
        title={title}
        yes={t(`form.save.${mode}`)}
        no={t('form.back')}
        busy={save.isPending}
        onYes={send}
        onNo={() => setConfirming(false)}
      >
        <PlanSummaryList form={form} facts={facts} summary={summary} />
      </ConfirmSheet>
    )
  return (
    <FormSheet
      title={title}
      action={t('form.next')}
      busy={false}
      error={fieldOf(save.error) ? null : save.error}
      complete={isComplete}
      onSend={() => setConfirming(true)}
      onClose={onClose}
    >
      {(checked) => (
        <PlanFields
          {...{ form, facts, summary, checked }}
          isNew={plan === undefined}
          error={save.error}
          onChange={change}
        />
      )}
    </FormSheet>
  )
}

type PlanFieldsProps = {
  form: PlanForm
  facts: PlanFacts
  summary: PlanSummary
  checked: boolean
  isNew: boolean
  error: Error | null
  onChange: (changes: Partial<PlanForm>) => void
}

/** The fields of a plan; the coin of an existing one stays. */
function PlanFields({ form, facts, summary, checked, isNew, error, onChange }: PlanFieldsProps) {
  const field = fieldOf(error)
  return (
    <>
      {isNew && <CoinFields form={form} onChange={onChange} />}
      <TotalField {...{ form, facts, summary, checked, onChange }} refusal={field === 'total' && error} />
      <RhythmFields form={form} onChange={onChange} />
      <CeilingField {...{ form, summary, onChange }} refusal={field === 'ceiling' && error} />
    </>
  )
}

const fieldOf = (error: Error | null) => refusedField(error, ['total', 'ceiling'])

function usePlanFacts({ coin, unit }: PlanForm): PlanFacts {
  const { coinOf } = useCoins()
  const { data: prices } = useQuery(pricesQuery(unit))
  const unitPrice = prices?.stale ? undefined : prices?.bySymbol.get(coin)?.buy
  return { coin: coinOf(coin), quote: coinOf(unit), unitPrice }
}

type FigureFieldProps = {
  form: PlanForm
  summary: PlanSummary
  refusal: Error | null | false
  onChange: (changes: Partial<PlanForm>) => void
}

/** The sentence of a refusal: with the bound, if the refusal carries one. */
function useRefusalText(): (refusal: Error) => string {
  const sentenceOf = useSentenceOf()
  const boundSentence = useBoundSentence()
  return (error) =>
    error instanceof ApiRefusal && error.details !== undefined ? boundSentence(error) : sentenceOf(error)
}

function TotalField({
  form,
  facts,
  summary: { misfit, received },
  checked,
  refusal,
  onChange,
}: FigureFieldProps & { facts: PlanFacts; checked: boolean }) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const { unitOf, billed } = useCoins()
  const refusalText = useRefusalText()
  const missing = checked && form.total === '' ? t('form.missing') : undefined
  const bound =
    misfit && t(`form.${misfit.kind}`, { bound: amountInSentence(misfit.bound, language, billed(form.unit)) })
  return (
    <DecimalField
      label={t('form.total')}
      name="total"
      value={form.total}
      decimals={facts.quote?.precision ?? 0}
      unit={unitOf(form.unit)}
      onChange={(total) => onChange({ total })}
      hint={
        received !== undefined &&
        t('form.buys', { amount: amountInSentence(received, language, { unit: unitOf(form.coin) }) })
      }
      problem={refusal ? refusalText(refusal) : (bound ?? missing)}
    />
  )
}

function CeilingField({ form, summary, refusal, onChange }: FigureFieldProps) {
  const { t } = useTranslation('recurring')
  const { unitOf } = useCoins()
  const refusalText = useRefusalText()
  const props: ComponentProps<typeof DecimalField> = {
    label: t('form.ceiling'),
    value: form.ceiling,
    decimals: PRICE_DECIMALS,
    onChange: (ceiling) => onChange({ ceiling }),
  }
  return (
    <DecimalField
      {...props}
      name="ceiling"
      unit={unitOf(form.unit)}
      placeholder={t('form.noCeiling')}
      hint={t(summary.isCeilingLow ? 'form.ceilingLow' : 'form.ceilingHint')}
      problem={refusal ? refusalText(refusal) : undefined}
    />
  )
}
