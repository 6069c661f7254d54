import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { ApiKeysSection } from './api-keys/api-keys-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { FirstPasswordSection } from './first-password-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { HoldNotice, ResetNotice } from './hold-notice.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhraseSection } from './phrase-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { identitiesQuery } from './sign-on.queries.ts'
import { type LinkOutcome, SignOnSection } from './sign-on-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

/** How the account is protected and how the app looks: one section after the other. */
export function SettingsScreen({ signOn }: { signOn: LinkOutcome | undefined }) {
  const { t } = useTranslation('settings')
  const { data } = useQuery(identitiesQuery())
  return (
    <chakra.div maxWidth="48rem">
      <PageHeading title={t('title')} text={t('lead')} />
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <ResetNotice />
        <HoldNotice />
        <TwoStepSection />
        <PasskeysSection />
        {data?.baseDTO.hasPassword === false ? <FirstPasswordSection /> : <PasswordSection />}
        <SignOnSection outcome={signOn} />
        <SessionsSection />
        <ApiKeysSection />
        <PhraseSection />
        <NotificationsSection />
        <AppearanceSection />
        <FreezeSection />
      </chakra.div>
    </chakra.div>
  )
}
