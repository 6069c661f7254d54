import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** Tells a user who withdraws to saved addresses alone what cannot be sent, with the way to the setting. */
export function OnlySavedNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation('savedAddresses')
  return (
    <Notice
      tone="warning"
      action={
        <TextLink to="/profile/settings" hash="security">
          {t('pick.settings')}
        </TextLink>
      }
    >
      {children}
    </Notice>
  )
}
