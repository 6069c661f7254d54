import { chakra } from '@chakra-ui/react'
import { useSelector } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { installOffer } from '#client/lib/install-offer.ts'
import { Button } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo.tsx'
import { useTopSheet } from '#client/ui/sheet-history.ts'
import { noteInstallAnswer } from './offer-install.ts'
import { hasUnsavedInput, subscribeToUnsavedInput } from './unsaved-input.ts'

/** Invites to install the app, above the bottom bar of a phone. It is hidden over a sheet and while a form is being filled in. */
export default function InstallBar() {
  const { t } = useTranslation('app')
  const way = useSelector(installOffer)
  const isFormOpen = useSyncExternalStore(subscribeToUnsavedInput, hasUnsavedInput)
  const isSheetOpen = useTopSheet() !== undefined
  if (way === 'none' || isFormOpen || isSheetOpen) return null
  const install = () => {
    void window.installQuestion?.prompt()
    noteInstallAnswer()
  }
  return (
    <chakra.aside
      aria-label={t('install.title')}
      data-testid="install"
      position="fixed"
      zIndex="menu"
      insetInline={{ base: '3', md: 'auto 1.5rem' }}
      bottom={{ base: 'calc(5rem + env(safe-area-inset-bottom))', md: '6' }}
      maxWidth={{ md: '24rem' }}
      display="grid"
      gap="3"
      padding="4"
      bg="raised"
      borderWidth="1px"
      borderColor="gold.line"
      borderRadius="lg"
      boxShadow="lifted"
      animation="rise 200ms ease-out"
    >
      <chakra.div display="flex" gap="3">
        <chakra.span flexShrink="0">
          <LogoMark size={40} />
        </chakra.span>
        <chakra.div>
          <chakra.p fontWeight="bold">{t('install.title')}</chakra.p>
          <chakra.p fontSize="sm" color="fg.muted">
            {t(way === 'steps' ? 'install.steps' : 'install.text')}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" justifyContent="end" gap="2">
        <Button size="sm" variant="ghost" onClick={noteInstallAnswer}>
          {t(way === 'steps' ? 'understood' : 'install.no')}
        </Button>
        {way === 'question' && (
          <Button size="sm" onClick={install}>
            {t('install.yes')}
          </Button>
        )}
      </chakra.div>
    </chakra.aside>
  )
}
