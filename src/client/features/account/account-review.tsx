import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
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
