import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { Fact } from '#client/ui/fact-list.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { AccountField } from './account-form.logic.ts'
import { placeName } from './provinces.ts'
import type { AccountForm } from './use-account-form.ts'

export const PERSON = ['firstName', 'lastName', 'nationalCode', 'birthDay', 'foreignMobile', 'email'] as const
export const PLACE = ['state', 'city', 'telephone', 'postalCode', 'address'] as const
type ShownField = (typeof PERSON | typeof PLACE)[number]

/** The form's fields for this user, as names and values. */
export function useAccountFacts(form: AccountForm, account: Session): (fields: readonly ShownField[]) => Fact[] {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const { draft, abroad, labelOf } = form
  const isAsked = (field: AccountField) => (abroad ? field !== 'telephone' : field !== 'foreignMobile')
  const shown = (field: ShownField): string => {
    const value = draft[field]
    if (value === '') return t('review.missing')
    if (field === 'birthDay') return showDate(new Date(`${value}T12:00:00Z`), language, 'date')
    if (field === 'foreignMobile') return showDigits(`${account.location?.countryPhoneCode}${value}`, language)
    if (field === 'state' || field === 'city') return placeName(value, { province: draft.state, language })
    return field === 'email' ? value : showDigits(value, language)
  }
  return (fields) =>
    fields.filter(isAsked).map((field) => ({
      label: labelOf(field),
      value: (
        <chakra.bdi overflowWrap="anywhere" color={form.problemOf(field) ? 'sell' : undefined}>
          {shown(field)}
        </chakra.bdi>
      ),
    }))
}
