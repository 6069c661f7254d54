import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { getSecurity } from '#contract/security.ts'

/** Shows after the use of a recovery code how many are left. Without an answer it shows nothing, since settings show the number, too. */
export function useRecoveryCodesLeft(): () => Promise<void> {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return async () => {
    const security = await callApi(getSecurity, {}).catch(() => undefined)
    if (!security) return
    const left = security.baseDTO.recoveryCodesLeft
    const text = left === 0 ? t('recovery.none') : t('recovery.left', { unused: showDecimal(`${left}`, language) })
    showToast({ tone: 'info', title: t('recovery.used'), text })
  }
}
