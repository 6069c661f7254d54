import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { PickField, type PickOption } from '#client/ui/pick-field.tsx'
import { citiesOf, type Place, PROVINCES } from './provinces.ts'
import type { AccountForm } from './use-account-form.ts'

/** Province and city of Iran, from searchable lists. A city missing in the list can be typed. */
export default function PlaceFields({ form }: { form: AccountForm }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const { draft, change } = form
  const optionOf = ({ name, englishName }: Place): PickOption => ({
    value: name,
    label: language === 'fa' ? name : englishName,
    names: [name, englishName],
  })
  const inOrder = (places: readonly Place[]) =>
    places.map(optionOf).sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <>
      <PickField
        {...form.bind('state')}
        options={inOrder(PROVINCES)}
        searchLabel={t('place.searchProvince')}
        onChange={(state) => change(state === draft.state ? { state } : { state, city: '' })}
      />
      <PickField
        {...form.bind('city')}
        options={citiesOf(draft.state).map(optionOf)}
        searchLabel={t('place.searchCity')}
        hint={t('place.cityHint')}
        free
        onChange={(city) => change({ city })}
      />
    </>
  )
}
