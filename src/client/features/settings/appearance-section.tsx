import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { setThemeMode, useThemeMode } from '#client/lib/theme-mode.ts'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { SettingRow } from './setting-row.tsx'

/** Language and theme. */
export function AppearanceSection() {
  const { t, i18n } = useTranslation('settings')
  return (
    <Section title={t('appearance.title')}>
      <chakra.div display="grid" gap="4">
        <SettingRow name={t('appearance.language')}>
          <Segmented
            label={t('appearance.language')}
            value={useLanguage()}
            options={[
              { value: 'fa', label: <span lang="fa">فارسی</span> },
              { value: 'en', label: <span lang="en">English</span> },
            ]}
            onChange={(next) => void i18n.changeLanguage(next)}
          />
        </SettingRow>
        <SettingRow name={t('appearance.theme')}>
          <Segmented
            label={t('appearance.theme')}
            value={useThemeMode()}
            options={[
              { value: 'dark', label: t('appearance.dark') },
              { value: 'light', label: t('appearance.light') },
            ]}
            onChange={setThemeMode}
          />
        </SettingRow>
      </chakra.div>
    </Section>
  )
}
