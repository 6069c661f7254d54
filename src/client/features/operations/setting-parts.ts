import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { SettingName } from '#contract/setting-measures.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { SettingField } from './fields-sheet.tsx'
import { type SettingUnits, useSettingLabel } from './setting-value.tsx'

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

/** What is said of an act that is done at once, or waits for another operator. */
export function useDoneOrProposed(): (done: string) => (answer: { baseDTO: { id: string | null } }) => string {
  const { t } = useTranslation('desk')
  return (done) =>
    ({ baseDTO: { id } }) =>
      id === null ? done : t('settings.proposed')
}

type Bounds = Readonly<Record<string, { min: string; max: string; aloneMin: string; aloneMax: string }>>

/** From what to what a setting may be, as far as what one operator may set it alone; beyond, the field says the bounds. */
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

/** Finer than any setting. */
const DECIMALS = 30

/** A text that is no number is neither less nor more than another. */
function isAtMost(less: string, more: string): boolean {
  const [small, large] = [parseDecimal(less, DECIMALS), parseDecimal(more, DECIMALS)]
  return small !== undefined && large !== undefined && small <= large
}
