import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { EMPTY_PASSWORDS, type PasswordForm, validatePasswords } from './change-password.logic.ts'
import { useChangePassword } from './security.commands.ts'

/** What was typed, what is wrong with it once the button was pressed, and the command that sends it. */
export function usePasswordForm(onChanged: () => void) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const [form, setForm] = useState(EMPTY_PASSWORDS)
  const [checked, setChecked] = useState(false)
  const change = useChangePassword()
  const problems = validatePasswords(form)
  // A refusal that names a field stands beside it; any other stands above the form.
  const refused = change.error instanceof ApiRefusal ? change.error.field : undefined
  const isFieldRefused = refused === 'oldPassword' || refused === 'password'
  return {
    form,
    busy: change.isPending,
    refusal: change.isError && !isFieldRefused ? change.error : undefined,
    edit: (part: Partial<PasswordForm>) => {
      setForm({ ...form, ...part })
      change.reset()
    },
    problemOf: (field: keyof PasswordForm) => {
      if (change.isError && refused === field) return sentenceOf(change.error)
      const problem = checked ? problems[field] : undefined
      return problem && t(`password.problem.${problem}`)
    },
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
