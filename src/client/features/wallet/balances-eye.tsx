import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { hideBalances, useBalancesHidden } from '#client/lib/hidden-balances.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

/** Covers one's own amounts everywhere, or shows them again. */
export function BalancesEye() {
  const { t } = useTranslation('wallet')
  const hidden = useBalancesHidden()
  const Icon = hidden ? EyeOff : Eye
  return (
    <IconButton
      label={hidden ? t('show') : t('hide')}
      icon={<Icon size={20} aria-hidden="true" />}
      pressed={hidden}
      onClick={() => hideBalances(!hidden)}
    />
  )
}
