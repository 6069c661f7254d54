import { chakra } from '@chakra-ui/react'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TEHRAN_OFFSET_MS } from '#domain/jalali.ts'
import { SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import type { MarketPath } from './market-path.ts'
import { visibleProblems } from './order-checks.ts'
import { appliedTerms, blockedTerms, EMPTY_FORM, expiryInstant } from './order-form.logic.ts'
import { useProblemText } from './order-sentences.ts'
import type { OrderFormState } from './use-order-form.ts'

const DaySelects = lazy(() => import('#client/ui/day-selects.tsx'))

type OrderTermsProps = { path: MarketPath; state: OrderFormState }

/** The terms of the order in one line, which opens them in a sheet. */
export function OrderTerms({ path, state }: OrderTermsProps) {
  const { t } = useTranslation('trade')
  const [open, setOpen] = useState(false)
  const textOf = useProblemText(state.facts.rules, path)
  const { expiry: problem } = visibleProblems(state.form, state.problems)
  return (
    <div {...(problem && { 'data-problem': '' })}>
      <Line type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={14} aria-hidden="true" />
        <chakra.span srOnly>{t('terms.title')}: </chakra.span>
        <chakra.span truncate>{useTermsText(state)}</chakra.span>
      </Line>
      {problem && <FieldProblem id="order-expiry">{textOf(problem)}</FieldProblem>}
      <Sheet open={open} title={t('terms.title')} onClose={() => setOpen(false)}>
        <chakra.div display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
          <TimeInForceField state={state} />
          <PostOnlyField state={state} />
          <ExpiryField state={state} problem={problem && textOf(problem)} />
          <SelectField
            label={t('terms.self.label')}
            value={state.form.selfTradePrevention}
            options={SELF_TRADE_PREVENTIONS.map((value) => ({ value, label: t(`terms.self.${value}`) }))}
            onChange={(selfTradePrevention) => state.dispatch({ type: 'terms', terms: { selfTradePrevention } })}
            hint={t('terms.self.text')}
          />
          <Button full onClick={() => setOpen(false)}>
            {t('terms.done')}
          </Button>
        </chakra.div>
      </Sheet>
    </div>
  )
}

const Line = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    width: 'full',
    minHeight: { base: 'tap', lg: '2rem' },
    fontSize: 'xs',
    color: 'fg.muted',
    textAlign: 'start',
    '& svg': { flexShrink: '0', color: 'gold' },
    _hover: { color: 'fg' },
  },
})

/** The chosen terms in short: «تا لغو · انقضا ندارد». */
function useTermsText({ form }: OrderFormState): string {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { timeInForce, postOnly, selfTradePrevention, expiry } = appliedTerms(form)
  const at = expiryInstant(expiry)
  const parts = [
    t(`terms.force.${timeInForce}`),
    blockedTerms(form).expiry === undefined &&
      (at ? t('terms.until', { time: showDate(new Date(at), language, 'date-time') }) : t('terms.forever')),
    postOnly && t('terms.postOnly'),
    selfTradePrevention !== EMPTY_FORM.selfTradePrevention && t(`terms.self.${selfTradePrevention}`),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

/** A native radio or checkbox with its rule below its name. */
const Choice = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    alignItems: 'start',
    minHeight: 'tap',
    paddingBlock: '2',
    fontSize: 'sm',
    cursor: 'pointer',
    '& input': { width: '1.25rem', height: '1.25rem', marginTop: '0.5', accentColor: 'var(--k-colors-gold-solid)' },
    '& small': { display: 'block', fontSize: 'xs', color: 'fg.muted', lineHeight: 'snug' },
    '&:has(:disabled)': { color: 'fg.faint', cursor: 'not-allowed' },
  },
})

const Legend = chakra('legend', { base: { fontSize: 'sm', fontWeight: 'medium', color: 'fg.muted' } })

function TimeInForceField({ state: { form, dispatch } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const chosen = appliedTerms(form).timeInForce
  return (
    <fieldset>
      <Legend>{t('terms.force.label')}</Legend>
      {TIMES_IN_FORCE.map((each) => {
        const isOff = form.kind === 'MARKET' && each === 'GTC'
        return (
          <Choice key={each}>
            <input
              type="radio"
              name="timeInForce"
              checked={chosen === each}
              disabled={isOff}
              onChange={() => dispatch({ type: 'terms', terms: { timeInForce: each } })}
            />
            <span>
              {t(`terms.force.${each}`)}
              <small>{isOff ? t('terms.off.market') : t(`terms.force.text.${each}`)}</small>
            </span>
          </Choice>
        )
      })}
    </fieldset>
  )
}

function PostOnlyField({ state: { form, dispatch } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const { postOnly: blocked } = blockedTerms(form)
  return (
    <Choice>
      <input
        type="checkbox"
        name="postOnly"
        checked={appliedTerms(form).postOnly}
        disabled={blocked !== undefined}
        onChange={({ currentTarget: { checked } }) => dispatch({ type: 'terms', terms: { postOnly: checked } })}
      />
      <span>
        {t('terms.postOnly')}
        <small>
          {blocked
            ? t(`terms.off.${blocked}`, { name: t(`terms.force.${form.timeInForce}`) })
            : t('terms.postOnlyText')}
        </small>
      </span>
    </Choice>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const MINUTES = Array.from({ length: 12 }, (_, index) => String(index * 5).padStart(2, '0'))

/** The time at which an expiry that was switched on begins: the end of the next day. */
const firstExpiry = () => {
  const tomorrow = new Date(Date.now() + TEHRAN_OFFSET_MS + 86_400_000)
  return `${tomorrow.toISOString().slice(0, 10)}T12:00`
}

function ExpiryField({ state: { form, dispatch }, problem }: { state: OrderFormState; problem: string | undefined }) {
  const { t } = useTranslation('trade')
  const { expiry: blocked } = blockedTerms(form)
  const { expiry } = appliedTerms(form)
  const set = (text: string) => dispatch({ type: 'terms', terms: { expiry: text } })
  return (
    <div>
      <Choice>
        <input
          type="checkbox"
          name="expires"
          checked={expiry !== ''}
          disabled={blocked !== undefined}
          onChange={({ currentTarget: { checked } }) => set(checked ? firstExpiry() : '')}
        />
        <span>
          {t('terms.expiry')}
          <small>
            {blocked
              ? t(`terms.off.${blocked}`, { name: t(`terms.force.${form.timeInForce}`) })
              : t('terms.expiryText')}
          </small>
        </span>
      </Choice>
      {expiry !== '' && <ExpirySelects expiry={expiry} onChange={set} problem={problem} />}
    </div>
  )
}

type ExpirySelectsProps = { expiry: string; onChange: (expiry: string) => void; problem: string | undefined }

/** The day in the calendar of the language, the hour and the minute, in Tehran's time. */
function ExpirySelects({ expiry, onChange, problem }: ExpirySelectsProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const [day = '', time = ''] = expiry.split('T')
  const [hour = '', minute = ''] = time.split(':')
  return (
    <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
      <Suspense fallback={<Skeleton height="6.5rem" borderRadius="md" />}>
        <DaySelects
          label={t('terms.day.label')}
          words={{ day: t('terms.day.day'), month: t('terms.day.month'), year: t('terms.day.year') }}
          value={day}
          onChange={(next) => onChange(`${next}T${time}`)}
          years={(present) => [present, present + 1]}
          missingDay="last"
          name="expiry"
          problem={problem}
        />
      </Suspense>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 1fr)" gap="2">
        <SelectField
          label={t('terms.day.hour')}
          name="expiry.hour"
          value={hour}
          options={inDigits(HOURS, language)}
          onChange={(next) => onChange(`${day}T${next}:${minute}`)}
        />
        <SelectField
          label={t('terms.day.minute')}
          name="expiry.minute"
          value={minute}
          options={inDigits(MINUTES, language)}
          onChange={(next) => onChange(`${day}T${hour}:${next}`)}
        />
      </chakra.div>
    </chakra.div>
  )
}

const inDigits = (texts: readonly string[], language: Language) =>
  texts.map((value) => ({ value, label: showDigits(value, language) }))
