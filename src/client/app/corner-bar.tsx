import { chakra } from '@chakra-ui/react'
import { useSelector } from '@tanstack/react-store'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { installOffer } from '#client/lib/install-offer.ts'
import { Button } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo.tsx'
import { useTopSheet } from '#client/ui/sheet-history.ts'
import type { NewVersion } from './new-version.ts'
import { hasUnsavedInput, subscribeToUnsavedInput } from './unsaved-input.ts'

/** Offers of the app beside its pages, one at a time: the new version first. They wait while a sheet is open or a form is being filled in. */
export default function CornerBar({ newVersion }: { newVersion: NewVersion | undefined }): ReactNode {
  const isFormOpen = useSyncExternalStore(subscribeToUnsavedInput, hasUnsavedInput)
  const isSheetOpen = useTopSheet() !== undefined
  const [isPutOff, setPutOff] = useState(false)
  if (isFormOpen || isSheetOpen || isPutOff) return null
  if (!newVersion) return <InstallBar />
  return <NewVersionBar apply={newVersion.apply} onLater={() => setPutOff(true)} />
}

/** Invites to install the app. */
export function InstallBar() {
  const { t } = useTranslation('app')
  const way = useSelector(installOffer)
  if (way === 'none') return null
  const answer = () => installOffer.set('none')
  const install = () => {
    void window.installQuestion?.prompt()
    answer()
  }
  return (
    <Corner aria-label={t('install.title')} data-testid="install" display="grid" gap="3" padding="4">
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
        <Button size="sm" variant="ghost" onClick={answer}>
          {t(way === 'steps' ? 'understood' : 'install.no')}
        </Button>
        {way === 'question' && (
          <Button size="sm" onClick={install}>
            {t('install.yes')}
          </Button>
        )}
      </chakra.div>
    </Corner>
  )
}

function NewVersionBar({ apply, onLater }: { apply: () => void; onLater: () => void }) {
  const { t } = useTranslation('app')
  return (
    <Corner
      role="status"
      data-testid="new-version"
      display="flex"
      alignItems="center"
      gap="2"
      paddingInlineStart="4"
      paddingInlineEnd="2"
      paddingBlock="2"
    >
      <chakra.p flex="1" fontSize="sm">
        {t('newVersion.text')}
      </chakra.p>
      <Button size="sm" variant="ghost" onClick={onLater}>
        {t('newVersion.later')}
      </Button>
      <Button size="sm" onClick={apply}>
        {t('newVersion.reload')}
      </Button>
    </Corner>
  )
}

/**
 * Above the bottom bar of a phone, in the lower end corner of a desktop. On a page with a form, whose button would be below it, it is over the header
 * of a phone, or in the other corner.
 */
const Corner = chakra('aside', {
  base: {
    position: 'fixed',
    zIndex: 'menu',
    insetInline: { base: '3', md: 'auto 1.5rem' },
    bottom: { base: 'calc(5rem + env(safe-area-inset-bottom))', lg: '6' },
    maxWidth: { md: '26rem' },
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'gold.line',
    borderRadius: 'lg',
    boxShadow: 'lifted',
    animation: 'rise 200ms ease-out',
    'body:has(#main form) &': {
      top: { base: 'calc(0.25rem + env(safe-area-inset-top))', lg: 'auto' },
      bottom: { base: 'auto', lg: '6' },
      insetInline: { lg: '1.5rem auto' },
    },
  },
})
