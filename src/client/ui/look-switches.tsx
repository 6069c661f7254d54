import { chakra } from '@chakra-ui/react'
import { Languages, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { setThemeMode, useThemeMode } from '#client/lib/theme-mode.ts'
import { IconButton } from './icon-button.tsx'

/** Switches to the other language with a single press; its label is in that language. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('shell')
  const other = useLanguage() === 'fa' ? 'en' : 'fa'
  return (
    <chakra.span lang={other} display="inline-flex">
      <IconButton
        label={t('language.toggle')}
        icon={<Languages size={20} aria-hidden="true" />}
        onClick={() => void i18n.changeLanguage(other)}
      />
    </chakra.span>
  )
}

export function ThemeSwitch() {
  const { t } = useTranslation('shell')
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
