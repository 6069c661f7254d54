import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isStrongPassword,
  type NewPasswordProblem,
  problemOfNewPassword,
  problemOfRepeat,
  type RepeatProblem,
} from '#client/entities/account/password-rules.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'

export type PasswordForm = { oldPassword: string; password: string; repeat: string }
type PasswordProblem = 'oldRequired' | 'oldInvalid' | 'passwordSame' | NewPasswordProblem | RepeatProblem
type PasswordProblems = { [Field in keyof PasswordForm]?: PasswordProblem }

const EMPTY_PASSWORDS: PasswordForm = { oldPassword: '', password: '', repeat: '' }

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

/** The first problem of each field; a form without problems can be sent. The present password was made by the same rules as a new one. */
export function validatePasswords(form: PasswordForm): PasswordProblems {
  const { oldPassword, password } = form
  const problems = {
    ...validateFirstPassword(form),
    ...(oldPassword === '' ? { oldPassword: 'oldRequired' as const } : {}),
    ...(oldPassword !== '' && !isStrongPassword(oldPassword) ? { oldPassword: 'oldInvalid' as const } : {}),
  }
  return problems.password || password !== oldPassword ? problems : { ...problems, password: 'passwordSame' }
}

/** The same for an account without a password. */
export function validateFirstPassword(form: Omit<PasswordForm, 'oldPassword'>): PasswordProblems {
  const password = problemOfNewPassword(form.password)
  const repeat = problemOfRepeat(form)
  return { ...(password ? { password } : {}), ...(repeat ? { repeat } : {}) }
}
