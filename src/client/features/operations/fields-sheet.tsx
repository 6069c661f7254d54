import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { ActSheet } from './act-sheet.tsx'
import type { SendState } from './use-act-form.tsx'

/** A field of a form of settings: text, or one of a few words. */
export interface SettingField {
  readonly name: string
  readonly label: string
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Names run in the direction of their language. */
  readonly words?: true
  readonly hint?: string
}

type Values = Readonly<Record<string, string>>

type FieldsSheetProps<Answer> = {
  title: string
  text: string
  yes: string
  done: string | ((answer: Answer) => string)
  fields: readonly SettingField[]
  values: Values
  /** Further fields below these, told whether to say what is missing; and whether something is. */
  children?: (state: SendState) => ReactNode
  incomplete?: boolean
  act: (values: Values, reason: string) => Promise<Answer>
  onClose: () => void
}

/** Numbers may be typed in any digits, with any marks of thousands. */
export const toTypedNumber = (text: string) => toAsciiDigits(text.trim()).replaceAll(/[,٬]/g, '').replace('٫', '.')

/** A form of settings. Each field that is empty says so; the server checks the others, and names the first that cannot be. */
export function FieldsSheet<Answer>(props: FieldsSheetProps<Answer>) {
  const { fields, values: given, act, children, incomplete = false, ...sheet } = props
  const faultOf = useFieldFault()
  const language = useLanguage()
  // As the language writes numbers; other texts come back unchanged.
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, showDecimal(value, language)])),
  )
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value })
  const isIncomplete = incomplete || fields.some(({ name }) => (values[name] ?? '').trim() === '')
  const clean = () =>
    Object.fromEntries(
      fields.map(({ name, words }) => {
        const value = values[name] ?? ''
        return [name, words ? value.trim() : toTypedNumber(value)]
      }),
    )
  return (
    <ActSheet {...sheet} problem={isIncomplete} act={(reason) => act(clean(), reason)}>
      {(state) => (
        <>
          {fields.map(({ name, label, choices, words, hint }) =>
            choices ? (
              <ChoiceField key={name} label={label} value={values[name] ?? ''} options={choices} onChange={set(name)} />
            ) : (
              <TextField
                key={name}
                label={label}
                required
                ltr={!words}
                hint={hint}
                maxLength={LENGTH_MAX}
                value={values[name] ?? ''}
                onChange={set(name)}
                problem={faultOf(state, { name, value: values[name] ?? '' })}
              />
            ),
          )}
          {children?.(state)}
        </>
      )}
    </ActSheet>
  )
}

/** What is wrong with a field after the button was pressed: it is empty, or the server has named it. */
export function useFieldFault(): (
  state: SendState,
  field: { readonly name: string; readonly value: string },
) => string | undefined {
  const { t } = useTranslation('proposals')
  return ({ checked, refusedField }, { name, value }) => {
    if (checked && value.trim() === '') return t('market.field.empty')
    return refusedField === name ? t('market.field.refused') : undefined
  }
}

const LENGTH_MAX = 80
