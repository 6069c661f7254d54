import { useTranslation } from 'react-i18next'

/** What a customer is called, also before there is a name. */
export function useUserName(): (user: { firstName: string | null; lastName: string | null }) => string {
  const { t } = useTranslation('operations')
  return ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') || t('users.unnamed')
}
