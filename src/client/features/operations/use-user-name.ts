import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'

interface Named {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobileNumber?: string
}

/** Isolates a number, so that it runs left to right in a Persian sentence, too. */
const isolated = (text: string) => `\u2066${text}\u2069`

/** The name of a customer, or the mobile number while the name is unknown. */
export function useUserName(): (user: Named) => string {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  return ({ firstName, lastName, mobileNumber }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ')
    if (name !== '') return name
    return mobileNumber ? isolated(showDigits(mobileNumber, language)) : t('users.unnamed')
  }
}
