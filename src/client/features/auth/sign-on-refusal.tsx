import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SupportContact } from '#client/ui/support-contact.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Explains why a login by the provider was refused, with a link to other ways to log in. */
export function SignOnRefusal({ error }: { error: unknown }) {
  const { t } = useTranslation('signOn')
  const sentenceOf = useSentenceOf()
  return (
    <AuthFrame title={t('failed')}>
      <Notice
        tone="error"
        action={
          <ButtonLink to="/login" variant="quiet" size="sm">
            {t('toLogin')}
          </ButtonLink>
        }
      >
        {sentenceOf(error)}
        {isRefusal(error, 'LOGIN_NOT_ALLOWED') && <SupportContact />}
      </Notice>
    </AuthFrame>
  )
}
