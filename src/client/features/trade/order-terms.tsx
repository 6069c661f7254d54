import { chakra } from '@chakra-ui/react'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { showDate } from '#client/ui/show-date.ts'
import type { MarketPath } from './market-path.ts'
import { visibleProblems } from './order-checks.ts'
import { appliedTerms, blockedTerms, EMPTY_FORM, expiryInstant } from './order-form.logic.ts'
import { useProblemText } from './order-sentences.ts'
import type { OrderFormState } from './use-order-form.ts'

const OrderTermsSheet = lazy(() => import('./order-terms-sheet.tsx'))

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
        <chakra.span minWidth="0">{useTermsText(state)}</chakra.span>
      </Line>
      {problem && <FieldProblem id="order-expiry">{textOf(problem)}</FieldProblem>}
      <Suspense>
        {open && (
          <OrderTermsSheet state={state} expiryProblem={problem && textOf(problem)} onClose={() => setOpen(false)} />
        )}
      </Suspense>
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
    lineHeight: 'snug',
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
