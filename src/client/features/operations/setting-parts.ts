import { useTranslation } from 'react-i18next'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { SettingField } from './fields-sheet.tsx'
import { type SettingName, type SettingUnits, useSettingLabel } from './setting-value.tsx'

/** What is no number becomes one that the server refuses by its field. */
export const countOf = (text = '') => toCount(parseDecimal(text, 0) ?? -1n)

/** What is the same of everything that another operator approves. */
export function useProposal() {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  return { text: ofOperations('act.supervisor.text'), yes: t('settings.propose'), done: t('settings.proposed') }
}

/** A field of a form with its name and unit. */
export function useField(units: SettingUnits = {}): (name: SettingName) => SettingField {
  const labelOf = useSettingLabel()
  return (name) => ({ name, label: labelOf(name, units) })
}
