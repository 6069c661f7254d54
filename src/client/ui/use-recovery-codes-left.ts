import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { getSecurity } from '#contract/security.ts'
import { showDecimal } from './show-decimal.ts'
import { showToast } from './toasts.ts'

/** Says after the use of a recovery code how many are left. Without an answer nothing is said: settings show it. */
export function useRecoveryCodesLeft(): () => Promise<void> {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return async () => {
    const left = await callApi(getSecurity, {}).then(
      ({ baseDTO }) => baseDTO.recoveryCodesLeft,
      () => undefined,
    )
    if (left === undefined) return
    const text = left === 0 ? t('recovery.none') : t('recovery.left', { unused: showDecimal(`${left}`, language) })
    showToast({ tone: 'info', title: t('recovery.used'), text })
  }
}
