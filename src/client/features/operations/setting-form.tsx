import { queryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextField } from '#client/ui/text-field.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getSettings } from '#contract/operations-settings.ts'
import type { SettingName } from '#contract/setting-measures.ts'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { ActSheet, type Proposable, type SendState } from './act-sheet.tsx'
import { answerOf, consoleQuery } from './operator.queries.ts'
import { type SettingUnits, useSettingLabel } from './setting-value.tsx'

/** A field of a settings form: text, or a choice between a few words. */
export interface SettingField {
  readonly name: string
  readonly label: string
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The value is a name, shown in the direction of its language. */
  readonly words?: true
  readonly hint?: string
  /** Of typed text; absent: what a name or a number needs. */
  readonly lengthMax?: number
  /** The fault of a value that is not empty; `values` are for a field that depends on others. */
  readonly check?: (value: string, values: Values) => string | undefined
  /** Shown if the server has refused the field, instead of the usual sentence. */
  readonly refused?: string
}

type Values = Readonly<Record<string, string>>

type FieldsSheetProps<Answer> = {
  title: string
  text: string
  yes: string
  done: string | ((answer: Answer) => string)
  fields: readonly SettingField[]
  values: Values
  /** More fields below these; they get the state of the form. `incomplete`: one of them is missing. */
  children?: (state: SendState) => ReactNode
  incomplete?: boolean
  /** One of them is changed. */
  changed?: boolean
  proposes?: Proposable
  act: (values: Values, reason: string) => Promise<Answer>
  onClose: () => void
}

/** Accepts numbers in any digits, with any thousands marks. */
export const toTypedNumber = (text: string) => toAsciiDigits(text.trim()).replaceAll(/[,٬]/g, '').replace('٫', '.')

/** A settings form. All empty or faulty fields say so together; a form without changes says that before it is sent. */
export function FieldsSheet<Answer>(props: FieldsSheetProps<Answer>) {
  const { fields, values: given, act, children, incomplete = false, changed = false, ...sheet } = props
  const faultOf = useFieldFault()
  const language = useLanguage()
  // Numbers in the digits of the language; other texts are returned unchanged.
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, showDecimal(value, language)])),
  )
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value })
  const { t } = useTranslation('proposals')
  const cleaned = cleanValues(fields, values)
  const isWrong = fields.some(({ name, check }) => check?.(cleaned[name] ?? '', cleaned) !== undefined)
  const isIncomplete = incomplete || isWrong || fields.some(({ name }) => (values[name] ?? '').trim() === '')
  const isSame = !changed && fields.every(({ name }) => cleaned[name] === given[name])
  return (
    <ActSheet
      {...sheet}
      problem={isIncomplete || (isSame && t('market.unchanged'))}
      act={(reason) => act(cleaned, reason)}
    >
      {(state) => (
        <>
          {fields.map(({ name, label, choices, words, hint, lengthMax, check, refused }) =>
            choices ? (
              <ChoiceField key={name} label={label} value={values[name] ?? ''} options={choices} onChange={set(name)} />
            ) : (
              <TextField
                key={name}
                label={label}
                required
                ltr={!words}
                hint={hint}
                maxLength={lengthMax ?? LENGTH_MAX}
                value={values[name] ?? ''}
                onChange={set(name)}
                problem={
                  faultOf(state, { name, value: values[name] ?? '', refused }) ??
                  (state.checked ? check?.(cleaned[name] ?? '', cleaned) : undefined)
                }
              />
            ),
          )}
          {children?.(state)}
        </>
      )}
    </ActSheet>
  )
}

const cleanValues = (fields: readonly SettingField[], values: Values): Values =>
  Object.fromEntries(
    fields.map(({ name, words }) => {
      const value = values[name] ?? ''
      return [name, words ? value.trim() : toTypedNumber(value)]
    }),
  )

/** The fault of a field after the button was pressed: it is empty, or the server has refused it. */
export function useFieldFault(): (
  state: SendState,
  field: { readonly name: string; readonly value: string; readonly refused?: string | undefined },
) => string | undefined {
  const { t } = useTranslation('proposals')
  return ({ checked, refusedFields }, { name, value, refused = t('market.field.refused') }) => {
    if (checked && value.trim() === '') return t('market.field.empty')
    return refusedFields.includes(name) ? refused : undefined
  }
}

const LENGTH_MAX = 80

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
export function isAtMost(less: string, more: string): boolean {
  const [small, large] = [parseDecimal(less, DECIMALS), parseDecimal(more, DECIMALS)]
  return small !== undefined && large !== undefined && small <= large
}

export type Settings = Reply<typeof getSettings>['baseDTO']

export const settingsQuery = () => queryOptions({ ...consoleQuery(getSettings, {}), select: answerOf })

/** The button of a row that opens its form. */
export function ChangeButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Button size="sm" variant="quiet" data-row="" onClick={onPress}>
      {t('settings.change')}
    </Button>
  )
}

/** Warns that a market cannot be reopened after its end; shown before the end is proposed, and before it is approved. */
export function EndIsFinal() {
  const { t } = useTranslation('proposals')
  return (
    <Notice tone="warning" title={t('market.end.final.title')}>
      {t('market.end.final.text')}
    </Notice>
  )
}
