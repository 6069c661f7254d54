import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { stageOf } from '#domain/verification.ts'
import { useAddBankAccount, useRemoveBankAccount } from './account.commands.ts'
import { AddBankSheet, BankRow, RemoveBankSheet } from './bank-section.tsx'
import { PERSON, PLACE, useAccountFacts } from './use-account-facts.tsx'
import type { AccountForm } from './use-account-form.ts'

type AccountStatusProps = {
  account: Session
  /** All steps of the form are complete, except the review. */
  reviewing?: boolean | undefined
}

/** The state of the verification: its progress, the review and its start, and the next step. */
export function AccountStatus({ account, reviewing = false }: AccountStatusProps) {
  const { t } = useTranslation('account')
  const { authenticationType, handedBack } = account
  switch (authenticationType) {
    case 'AUTHORIZED':
      return (
        <Notice tone="success" title={t('status.authorized')}>
          {t('status.authorizedText')}
        </Notice>
      )
    case 'UNIDENTIFIED':
    case 'INFORMATION_CHANGED':
      return <CodeAwaited changed={authenticationType === 'INFORMATION_CHANGED'} />
    case 'PENDING':
    case 'INFORMATION_CHANGED_PENDING':
      return <UnderReview account={account} />
    case 'NOT_COMPLETE':
    case 'UNAUTHORIZED':
      return handedBack ? (
        <Notice tone="warning" title={t('status.handedBack')}>
          <p>{handedBack.reason}</p>
          <p>
            <DateText at={handedBack.at} />
          </p>
        </Notice>
      ) : (
        <Notice tone="info" title={t(reviewing ? 'status.reviewing' : 'status.incomplete')}>
          {t('status.incompleteText')}
        </Notice>
      )
  }
}

function CodeAwaited({ changed }: { changed: boolean }) {
  const { t } = useTranslation('account')
  return (
    <Notice
      tone="warning"
      title={t(changed ? 'status.changed' : 'status.code')}
      action={
        <ButtonLink to="/profile/fino-verifying" size="sm">
          {t('status.enterCode')}
        </ButtonLink>
      }
    >
      {t(changed ? 'status.changedText' : 'status.codeText')}
    </Notice>
  )
}

function UnderReview({ account: { authenticationType, review } }: { account: Session }) {
  const { t } = useTranslation('account')
  const changed = authenticationType === 'INFORMATION_CHANGED_PENDING'
  return (
    <Notice tone="info" title={t(changed ? 'status.changedReview' : 'status.review')}>
      {review && (
        <>
          <ul>
            {[...new Set(review.doubts)].map((doubt) => (
              <li key={doubt}>{t(`doubt.${doubt}`)}</li>
            ))}
          </ul>
          <p>
            {t('status.since')} <DateText at={review.since} />
          </p>
        </>
      )}
      <p>{t(changed ? 'status.changedReviewText' : 'status.reviewText')}</p>
    </Notice>
  )
}

/** The verified data, as names and values, and the bank cards, with a way to add more. */
export function VerifiedAccount({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const facts = useAccountFacts(form, account)
  return (
    <>
      <Section title={t('section.personal')} note={t('section.proven')}>
        <FactList facts={facts(PERSON)} />
      </Section>
      <Section title={t('section.address')}>
        <FactList facts={facts(PLACE)} />
      </Section>
      {!form.abroad && <OwnCards account={account} />}
    </>
  )
}

type Card = Session['bankAccounts'][number]

function OwnCards({ account: { bankAccounts, authenticationType } }: { account: Session }) {
  const { t } = useTranslation('account')
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Card>()
  const add = useAddBankAccount()
  const remove = useRemoveBankAccount()
  const { mayAddCard } = stageOf(authenticationType)
  return (
    <Section
      title={t('section.bank')}
      note={t('section.bankNote')}
      aside={
        mayAddCard && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('bank.add')}
          </Button>
        )
      }
    >
      <chakra.ul display="grid" gap="2.5">
        {bankAccounts.map((card) => (
          <BankRow
            key={card.shebaCode}
            account={card}
            onRemove={mayAddCard && bankAccounts.length > 1 ? () => setRemoved(card) : undefined}
          />
        ))}
      </chakra.ul>
      {adding && (
        <AddBankSheet
          present={bankAccounts}
          act={async (card) => {
            await add(card)
            showToast({ tone: 'success', title: t('bank.added') })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removed && (
        <RemoveBankSheet
          account={removed}
          act={async () => removed.id !== undefined && remove(removed.id)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  )
}
