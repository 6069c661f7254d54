import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusedField } from '#client/lib/refused-field.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { EMPTY_PASSWORDS, type PasswordForm, type PasswordProblems } from './change-password.logic.ts'

type PasswordFormProps = {
  validate: (form: PasswordForm) => PasswordProblems
  change: UseMutationResult<unknown, Error, Pick<PasswordForm, 'oldPassword' | 'password'>>
  onChanged: () => void
}

export type PasswordFormState = ReturnType<typeof usePasswordForm>

/** The form's content, its problems once the button was pressed, and the command that sends it. */
export function usePasswordForm({ validate, change, onChanged }: PasswordFormProps) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const [form, setForm] = useState(EMPTY_PASSWORDS)
  const [checked, setChecked] = useState(false)
  const problems = validate(form)
  // A refusal that names a field is shown next to it; any other is shown above the form.
  const refused = refusedField(change.error, ['oldPassword', 'password'])
  const problemOf = (field: keyof PasswordForm) => {
    if (change.isError && refused === field) return sentenceOf(change.error)
    const problem = checked ? problems[field] : undefined
    return problem && t(`password.problem.${problem}`)
  }
  return {
    form,
    busy: change.isPending,
    refusal: change.isError && !refused ? change.error : undefined,
    /** The properties that every field needs. */
    bind: (field: keyof PasswordForm) => ({
      name: field,
      required: true,
      value: form[field],
      onChange: (text: string) => {
        setForm({ ...form, [field]: text })
        change.reset()
      },
      problem: problemOf(field),
    }),
    save: () => {
      setChecked(true)
      if (Object.keys(problems).length > 0) return
      const { oldPassword, password } = form
      const onSuccess = () => {
        setForm(EMPTY_PASSWORDS)
        setChecked(false)
        onChanged()
      }
      change.mutate({ oldPassword, password }, { onSuccess })
    },
  }
}
