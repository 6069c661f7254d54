import { useTranslation } from 'react-i18next'
import { awaitsIdentityCode } from '#client/lib/awaits-identity-code.ts'
import type { Session } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** How far the verification has come, and what is next. */
export function AccountStatus({ account }: { account: Session }) {
  const { t } = useTranslation('account')
  if (account.authorized)
    return (
      <Notice tone="success" title={t('status.authorized')}>
        {t('status.authorizedText')}
      </Notice>
    )
  if (awaitsIdentityCode(account))
    return (
      <Notice
        tone="warning"
        title={t('status.code')}
        action={
          <ButtonLink to="/profile/fino-verifying" size="sm">
            {t('status.enterCode')}
          </ButtonLink>
        }
      >
        {t('status.codeText')}
      </Notice>
    )
  if (account.pending)
    return (
      <Notice tone="info" title={t('status.review')}>
        {t('status.reviewText')}
      </Notice>
    )
  return (
    <Notice tone="info" title={t('status.incomplete')}>
      {t('status.incompleteText')}
    </Notice>
  )
}
