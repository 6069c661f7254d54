import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { useExchangeInfo } from '#client/lib/use-exchange-info.ts'
import { showDigits } from './show-digits.ts'

const entry = { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', textDecoration: 'underline' } as const

/** How a user who cannot log in reaches us. */
export function SupportContact() {
  const language = useLanguage()
  const info = useExchangeInfo()
  if (!info) return null
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap="5" fontWeight="semibold">
      {info.number && (
        <chakra.a href={`tel:${info.number}`} {...entry}>
          <bdi dir="ltr">{showDigits(info.number, language)}</bdi>
        </chakra.a>
      )}
      {info.email && (
        <chakra.a href={`mailto:${info.email}`} {...entry}>
          <bdi dir="ltr">{info.email}</bdi>
        </chakra.a>
      )}
    </chakra.span>
  )
}
