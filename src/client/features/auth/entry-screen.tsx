import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#client/ui/link.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** The choice between login and sign-up. */
export function EntryScreen({ next, others }: { next: string | undefined; others?: ReactNode }) {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('entry.title')} text={t('entry.text')}>
      <chakra.div display="grid" gap="3">
        <ButtonLink to="/sign-up" search={{ next }} size="lg" full>
          {t('entry.signUp')}
        </ButtonLink>
        <ButtonLink to="/login" search={{ next }} size="lg" full variant="quiet">
          {t('entry.login')}
        </ButtonLink>
        {others}
      </chakra.div>
    </AuthFrame>
  )
}
