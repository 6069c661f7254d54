import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalText } from '#client/ui/refusal-notice.tsx'
import type { AccountField, AccountStep } from './account-form.logic.ts'
import type { AccountForm } from './use-account-form.ts'

type StepActionsProps = {
  form: AccountForm
  step: AccountStep
  back: AccountStep | undefined
  sending: boolean
  onStep: (step: AccountStep) => void
  onField: (field: AccountField) => void
}

/** The buttons of a step and its problems; a press on a problem leads to its field. */
export function StepActions({ form, step, back, sending, onStep, onField }: StepActionsProps) {
  const { t } = useTranslation('account')
  const problemId = useId()
  const { firstProblem, refused } = form
  const problem = step === 'review' && form.attempted ? firstProblem : undefined
  return (
    <chakra.div display="grid" gap="3">
      {form.submit.isError && (
        <Notice tone="error">
          <p>
            <RefusalText error={form.submit.error} />
          </p>
          <ul>
            {refused.map(({ field, incorrect }) => (
              <li key={incorrect ?? field}>
                <ProblemLink onClick={() => onField(field)}>
                  {incorrect ? t(`incorrect.${incorrect}`) : t('review.correct', { field: form.labelOf(field) })}
                </ProblemLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {problem && (
        <chakra.p id={problemId} textAlign="center" role="status">
          <ProblemLink onClick={() => onField(problem.field)}>{problem.sentence}</ProblemLink>
        </chakra.p>
      )}
      <chakra.div display="flex" gap="3">
        {back && (
          <chakra.span flexShrink="0" whiteSpace="nowrap">
            <Button variant="quiet" size="lg" onClick={() => onStep(back)}>
              {t('steps.back')}
            </Button>
          </chakra.span>
        )}
        <Button type="submit" size="lg" full loading={sending} aria-describedby={problem ? problemId : undefined}>
          {t(step === 'review' ? 'submit.action' : 'steps.next')}
        </Button>
      </chakra.div>
    </chakra.div>
  )
}

/** A problem that links to its field. */
function ProblemLink({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <chakra.button
      type="button"
      onClick={onClick}
      minHeight="tap"
      fontSize="sm"
      fontWeight="semibold"
      color="gold"
      textAlign="start"
      textDecoration="underline"
      textUnderlineOffset="0.25em"
    >
      {children}
    </chakra.button>
  )
}
