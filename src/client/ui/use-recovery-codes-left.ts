import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { recoveryCodesLeft } from '#client/lib/recovery-codes-left.ts'
import { showDecimal } from './show-decimal.ts'
import { showToast } from './toasts.ts'

/** Shows after the use of a recovery code how many are left. Without an answer it shows nothing, since settings show the number, too. */
export function useRecoveryCodesLeft(): () => Promise<void> {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return async () => {
    const left = await recoveryCodesLeft()
    if (left === undefined) return
    const text = left === 0 ? t('recovery.none') : t('recovery.left', { unused: showDecimal(`${left}`, language) })
    showToast({ tone: 'info', title: t('recovery.used'), text })
  }
}
