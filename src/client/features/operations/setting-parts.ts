import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { SettingName } from '#contract/setting-measures.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { SettingField } from './fields-sheet.tsx'
import { type SettingUnits, useSettingLabel } from './setting-value.tsx'

/** Text that is not a number becomes -1, which the server refuses with the name of the field. */
export const countOf = (text = '') => toCount(parseDecimal(text, 0) ?? -1n)

/** The common words of all proposals. */
export function useProposal() {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  return { text: ofOperations('act.supervisor.text'), yes: t('settings.propose'), done: t('settings.proposed') }
}

/** A form field with its name and unit. */
export function useField(units: SettingUnits = {}): (name: SettingName) => SettingField {
  const labelOf = useSettingLabel()
  return (name) => ({ name, label: labelOf(name, units) })
}

/** The sentence of an act that is either done immediately or waits for another operator. */
export function useDoneOrProposed(): (done: string) => (answer: { baseDTO: { id: string | null } }) => string {
  const { t } = useTranslation('desk')
  return (done) =>
    ({ baseDTO: { id } }) =>
      id === null ? done : t('settings.proposed')
}

type Bounds = Readonly<Record<string, { min: string; max: string; aloneMin: string; aloneMax: string }>>

/** The hint and the check of a setting's bounds: which values are valid, and which of them one operator may set alone. */
export function useBounds(bounds: Bounds): (name: string) => Pick<SettingField, 'hint' | 'check' | 'refused'> {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const text = (value: string) => showDecimal(value, language)
  return (name) => {
    const bound = bounds[name]
    if (!bound) return {}
    const { min, max, aloneMin, aloneMax } = bound
    const within = t('strategy.within', { min: text(min), max: text(max) })
    return {
      hint: t('strategy.bounds', {
        min: text(min),
        max: text(max),
        aloneMin: text(aloneMin),
        aloneMax: text(aloneMax),
      }),
      refused: within,
      check: (value, { halfSpread = '' }) => {
        const isWithin = isAtMost(min, value) && isAtMost(value, max)
        if (!isWithin) return within
        return name === 'skew' && !isAtMost(value, halfSpread) ? t('strategy.skewMax') : undefined
      },
    }
  }
}

/** More decimals than any setting has. */
const DECIMALS = 30

/** Compares two numbers; false if either text is not a number. */
function isAtMost(less: string, more: string): boolean {
  const [small, large] = [parseDecimal(less, DECIMALS), parseDecimal(more, DECIMALS)]
  return small !== undefined && large !== undefined && small <= large
}
