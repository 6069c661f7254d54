import { Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setThemeMode, useThemeMode } from '#client/lib/theme-mode.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const dark = useThemeMode() === 'dark'
  const Icon = dark ? Sun : Moon
  return (
    <IconButton
      label={dark ? t('theme.toLight') : t('theme.toDark')}
      icon={<Icon size={20} aria-hidden="true" />}
      onClick={() => setThemeMode(dark ? 'light' : 'dark')}
    />
  )
}
