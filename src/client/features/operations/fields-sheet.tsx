import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { ActSheet } from './act-sheet.tsx'
import type { SendState } from './use-act-form.tsx'
import type { Proposable } from './waiting-proposal.tsx'

/** A field of a form of settings: text, or one of a few words. */
export interface SettingField {
  readonly name: string
  readonly label: string
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Names run in the direction of their language. */
  readonly words?: true
  readonly hint?: string
  /** What is wrong with the value beside it being empty; the others are there for a field that leans on them. */
  readonly check?: (value: string, values: Values) => string | undefined
  /** Said where the server has refused the field, in the place of the usual words. */
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
  /** Further fields below these, told whether to say what is missing; and whether something is. */
  children?: (state: SendState) => ReactNode
  incomplete?: boolean
  proposes?: Proposable
  act: (values: Values, reason: string) => Promise<Answer>
  onClose: () => void
}

/** Numbers may be typed in any digits, with any marks of thousands. */
export const toTypedNumber = (text: string) => toAsciiDigits(text.trim()).replaceAll(/[,٬]/g, '').replace('٫', '.')

/** A form of settings. Each field that is empty or wrong says so, all of them together; a form that changes nothing says that before it is sent. */
export function FieldsSheet<Answer>(props: FieldsSheetProps<Answer>) {
  const { fields, values: given, act, children, incomplete = false, ...sheet } = props
  const faultOf = useFieldFault()
  const language = useLanguage()
  // As the language writes numbers; other texts come back unchanged.
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, showDecimal(value, language)])),
  )
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value })
  const { t } = useTranslation('proposals')
  const cleaned = cleanValues(fields, values)
  const isWrong = fields.some(({ name, check }) => check?.(cleaned[name] ?? '', cleaned) !== undefined)
  const isIncomplete = incomplete || isWrong || fields.some(({ name }) => (values[name] ?? '').trim() === '')
  const isSame = fields.every(({ name }) => cleaned[name] === given[name])
  return (
    <ActSheet
      {...sheet}
      problem={isIncomplete || (isSame && t('market.unchanged'))}
      act={(reason) => act(cleaned, reason)}
    >
      {(state) => (
        <>
          {fields.map(({ name, label, choices, words, hint, check, refused }) =>
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

/** What is wrong with a field after the button was pressed: it is empty, or the server has named it. */
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
