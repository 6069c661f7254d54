import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'

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
