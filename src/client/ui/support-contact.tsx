import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useExchangeInfo } from '#client/lib/use-exchange-info.ts'
import { showDigits } from './show-digits.ts'

const entry = { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', textDecoration: 'underline' } as const

/** How a user who cannot log in reaches us. The link to the contact page works before the contact details are loaded. */
export function SupportContact() {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const info = useExchangeInfo()
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap="5" fontWeight="semibold">
      {info?.number && (
        <chakra.a href={`tel:${info.number}`} {...entry}>
          <bdi dir="ltr">{showDigits(info.number, language)}</bdi>
        </chakra.a>
      )}
      {info?.email && (
        <chakra.a href={`mailto:${info.email}`} {...entry}>
          <bdi dir="ltr">{info.email}</bdi>
        </chakra.a>
      )}
      <chakra.a href="/contact-us/" {...entry}>
        {t('contact')}
      </chakra.a>
    </chakra.span>
  )
}
