import { chakra } from '@chakra-ui/react'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordHints } from '#client/entities/account/password-hints.tsx'
import {
  isStrongPassword,
  type NewPasswordProblem,
  problemOfNewPassword,
  problemOfRepeat,
  type RepeatProblem,
} from '#client/entities/account/password-rules.ts'
import { callApi } from '#client/lib/call-api.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { setFirstPassword } from '#contract/sign-on.ts'
import { identitiesQuery, useChangePassword } from './security.commands.ts'

/** The form to change the password: the present one, the new one, and its repetition. */
export function PasswordSection() {
  const { t } = useTranslation('settings')
  const state = usePasswordForm({
    validate: validatePasswords,
    change: useChangePassword(),
    onChanged: () =>
      showToast({ tone: 'success', title: t('password.changed'), text: t(`password.hold.${WITHDRAWALS}`) }),
  })
  return (
    <Section title={t('password.title')} note={<HoldNote text={t(`password.note.${WITHDRAWALS}`)} />}>
      <NewPasswordForm state={state} action={t('password.action')}>
        <PasswordField {...state.bind('oldPassword')} label={t('password.present')} autoComplete="current-password" />
      </NewPasswordForm>
    </Section>
  )
}

/** The effects of a new password, and where they are explained. */
const HoldNote = ({ text }: { text: string }) => (
  <>
    {text} {WITHDRAWALS === 'open' && <HoldHelp />}
  </>
)

type NewPasswordFormProps = {
  state: PasswordFormState
  action: string
  /** The fields before the new password. */
  children?: ReactNode
}

/** A new password and its repetition, with the rules next to it on a wide screen. */
function NewPasswordForm({ state, action, children }: NewPasswordFormProps) {
  const { t } = useTranslation('settings')
  const { form, busy, refusal, bind, save } = state
  return (
    <Form
      columnGap="8"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 26rem) minmax(0, 1fr)' }}
      css={{ '& > *': { gridColumn: 1 } }}
      onSubmit={save}
    >
      {refusal && <RefusalNotice error={refusal} />}
      {children}
      <chakra.div
        display="grid"
        gap="4"
        columnGap="8"
        gridColumn="1 / -1 !important"
        gridTemplateColumns="subgrid"
        alignItems="center"
      >
        <PasswordField {...bind('password')} label={t('password.new')} autoComplete="new-password" />
        <PasswordHints password={form.password} />
      </chakra.div>
      <PasswordField {...bind('repeat')} label={t('password.repeat')} autoComplete="new-password" />
      <Button type="submit" loading={busy}>
        {action}
      </Button>
    </Form>
  )
}

/** Sets the first password of a user who signed up by single sign-on. */
export function FirstPasswordSection() {
  const { t } = useTranslation('signOn')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ password }: Omit<PasswordForm, 'repeat'>) => callApi(setFirstPassword, { body: { password } }),
  })
  const onChanged = () => {
    showToast({ tone: 'success', title: t('password.done') })
    void client.invalidateQueries({ queryKey: identitiesQuery().queryKey })
  }
  const state = usePasswordForm({ validate: validateFirstPassword, change, onChanged })
  return (
    <Section title={t('password.title')} note={<HoldNote text={t(`password.note.${WITHDRAWALS}`)} />}>
      <NewPasswordForm state={state} action={t('password.action')} />
    </Section>
  )
}

type PasswordForm = { oldPassword: string; password: string; repeat: string }
type PasswordProblem = 'oldRequired' | 'oldInvalid' | 'passwordSame' | NewPasswordProblem | RepeatProblem
type PasswordProblems = { [Field in keyof PasswordForm]?: PasswordProblem }

const EMPTY_PASSWORDS: PasswordForm = { oldPassword: '', password: '', repeat: '' }

type PasswordFormProps = {
  validate: (form: PasswordForm) => PasswordProblems
  change: UseMutationResult<unknown, Error, Pick<PasswordForm, 'oldPassword' | 'password'>>
  onChanged: () => void
}

type PasswordFormState = ReturnType<typeof usePasswordForm>

/** The form's content, its problems once the button was pressed, and the command that sends it. */
function usePasswordForm({ validate, change, onChanged }: PasswordFormProps) {
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
function validateFirstPassword(form: Omit<PasswordForm, 'oldPassword'>): PasswordProblems {
  const password = problemOfNewPassword(form.password)
  const repeat = problemOfRepeat(form)
  return { ...(password ? { password } : {}), ...(repeat ? { repeat } : {}) }
}
