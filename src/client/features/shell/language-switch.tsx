import { chakra } from '@chakra-ui/react'
import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

/** One press to the other language, named in that language. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
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
