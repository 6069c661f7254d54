import { chakra } from '@chakra-ui/react'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { probeServer } from '#client/lib/probe-server.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'

/**
 * Shown instead of a page whose code could not be loaded. Without a network it says that the device has not stored the page, and links to stored
 * ones.
 */
export default function UnkeptPage({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useTranslation('app')
  const { t: ofShell } = useTranslation('shell')
  if (!useIsCutOff()) return otherwise
  return (
    <div role="alert">
      <EmptyState
        heading
        icon={<CloudOff size={24} />}
        title={t('unkept.title')}
        text={t('unkept.text')}
        action={
          <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="2">
            <ButtonLink to="/markets">{ofShell('nav.markets')}</ButtonLink>
            <ButtonLink to="/" variant="quiet">
              {ofShell('nav.homePage')}
            </ButtonLink>
          </chakra.div>
        }
      />
    </div>
  )
}

/**
 * Whether the server is unreachable. The device may believe that it is online, so the server is probed; when the network is back, the page reloads.
 */
function useIsCutOff(): boolean {
  const [isCutOff, setCutOff] = useState(!navigator.onLine)
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    probeServer().catch(() => setCutOff(true))
    return () => window.removeEventListener('online', reload)
  }, [])
  return isCutOff
}
