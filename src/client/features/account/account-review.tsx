import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalText } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import type { AccountField, AccountStep } from './account-form.logic.ts'
import { PERSON, PLACE, useAccountFacts } from './use-account-facts.tsx'
import type { AccountForm } from './use-account-form.ts'

const PICTURES = ['image', 'backImage', 'documentImage'] as const

type AccountReviewProps = {
  form: AccountForm
  account: Session
  onEdit: (step: AccountStep) => void
}

/** All data about to be sent, each part with a link back to its step. */
export function AccountReview({ form, account, onEdit }: AccountReviewProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const { draft, abroad, labelOf } = form
  const facts = useAccountFacts(form, account)
  const part = (step: AccountStep, list: Parameters<typeof FactList>[0]['facts']) => (
    <Section
      title={t(`steps.${step}`)}
      aside={
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onEdit(step)}
          aria-label={t('review.editPart', { part: t(`steps.${step}`) })}
        >
          {t('review.edit')}
        </Button>
      }
    >
      <FactList facts={list} />
    </Section>
  )
  const missing = (field: AccountField) => (
    <chakra.span color={form.problemOf(field) ? 'sell' : undefined}>{t('review.missing')}</chakra.span>
  )
  const pictureState = (kind: (typeof PICTURES)[number]) => {
    if (draft.pictures[kind] || account[kind]) return t('review.ready')
    return kind === 'documentImage' ? t('review.optional') : missing(kind)
  }
  const pictures = PICTURES.filter((kind) => kind !== 'backImage' || draft.idFormatType === 'ID_CARD')
  return (
    <>
      {part('personal', [...facts(PERSON), ...facts(PLACE)])}
      {!abroad &&
        part(
          'bank',
          draft.bankAccounts.length === 0
            ? [{ label: labelOf('bankAccounts'), value: missing('bankAccounts') }]
            : draft.bankAccounts.map(({ cardNumber }) => ({
                label: showCard(cardNumber, language),
                value: t('review.ready'),
              })),
        )}
      {part(
        'documents',
        pictures.map((kind) => ({
          label: labelOf(kind),
          value: pictureState(kind),
        })),
      )}
    </>
  )
}

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
