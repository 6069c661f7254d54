import { chakra } from '@chakra-ui/react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { NewVersion } from './new-version.ts'
import { hasUnsavedInput, subscribeToUnsavedInput } from './unsaved-input.ts'

/** Offers the new build, above the bottom bar of a phone. It is hidden while a form is being filled in. */
export default function NewVersionBar({ newVersion }: { newVersion: NewVersion }) {
  const { t } = useTranslation('app')
  const isFormOpen = useSyncExternalStore(subscribeToUnsavedInput, hasUnsavedInput)
  const [isPutOff, setPutOff] = useState(false)
  if (isFormOpen || isPutOff) return null
  return (
    <chakra.div
      role="status"
      data-testid="new-version"
      position="fixed"
      zIndex="menu"
      insetInline={{ base: '3', md: 'auto 1.5rem' }}
      bottom={{ base: 'calc(5rem + env(safe-area-inset-bottom))', md: '6' }}
      display="flex"
      alignItems="center"
      gap="2"
      paddingInlineStart="4"
      paddingInlineEnd="2"
      paddingBlock="2"
      bg="raised"
      borderWidth="1px"
      borderColor="gold.line"
      borderRadius="lg"
      boxShadow="lifted"
      animation="rise 200ms ease-out"
    >
      <chakra.p flex="1" fontSize="sm">
        {t('newVersion.text')}
      </chakra.p>
      <Button size="sm" variant="ghost" onClick={() => setPutOff(true)}>
        {t('newVersion.later')}
      </Button>
      <Button size="sm" onClick={newVersion.apply}>
        {t('newVersion.reload')}
      </Button>
    </chakra.div>
  )
}
