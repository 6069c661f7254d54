import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { showToast } from './toasts.ts'
// The card of a toast is loaded with the first one, which is too late without a network.
import './toast-card.tsx'

/** Returns a check for acts that no button starts: while the server cannot be reached, it shows why and refuses them. It never changes. */
export function useConnectionGate(): () => boolean {
  const { t } = useTranslation('ui')
  return useCallback(() => {
    const isLost = connectionLost.get()
    if (isLost) showToast({ tone: 'info', title: t('offline.needed') })
    return !isLost
  }, [t])
}
