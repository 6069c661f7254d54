import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'

interface Named {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly mobileNumber?: string
}

/** Left to right also inside a Persian sentence. */
const isolated = (text: string) => `\u2066${text}\u2069`

/** What a customer is called: by the number, before there is a name. */
export function useUserName(): (user: Named) => string {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  return ({ firstName, lastName, mobileNumber }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ')
    if (name !== '') return name
    return mobileNumber ? isolated(showDigits(mobileNumber, language)) : t('users.unnamed')
  }
}
