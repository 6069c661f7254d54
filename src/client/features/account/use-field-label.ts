import { useTranslation } from 'react-i18next'
import type { AccountDraft, AccountField } from './account-form.logic.ts'

/** The name of a field; that of the document's photo says what is to be seen on it. */
export function useFieldLabel({ idFormatType }: Pick<AccountDraft, 'idFormatType'>): (field: AccountField) => string {
  const { t } = useTranslation('account')
  return (field) => (field === 'image' ? t(`field.image.${idFormatType}`) : t(`field.${field}`))
}
