import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { ApiKeysSection } from './api-keys/api-keys-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

/** How the account is protected and how the app looks: one section after the other. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <chakra.div maxWidth="48rem">
      <PageHeading title={t('title')} text={t('lead')} />
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <PasskeysSection />
        <ApiKeysSection />
        <AppearanceSection />
      </chakra.div>
    </chakra.div>
  )
}
