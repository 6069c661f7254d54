import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from './toasts.ts'

/** Shows that an earlier request without an answer is too old to be sent again. */
export function useExpiredToast({ expired }: { expired: boolean }): void {
  const { t } = useTranslation('ui')
  useEffect(() => {
    if (expired) showToast({ tone: 'info', title: t('unknown.expired') })
  }, [expired, t])
}
