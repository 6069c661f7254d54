import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordHints } from '#client/entities/account/password-hints.tsx'
import {
  type NewPasswordProblem,
  problemOfNewPassword,
  problemOfRepeat,
  type RepeatProblem,
} from '#client/entities/account/password-rules.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { refusedField } from '#client/lib/refused-field.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Button } from '#client/ui/button.tsx'
import { TimeLeft, useSentCode } from '#client/ui/code-challenge.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { sendResetCode, useResetPassword } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { PendingReset, ResetChannel } from './pending-code.ts'

/** The form of the new password and the login after it: immediately, or after the waiting time of the password. */
export function NewPasswordPage(pending: PendingReset) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate({ from: '/login' })
  const [effectiveAt, setEffectiveAt] = useState<Date>()
  const changed = (at: Date | undefined) => {
    if (at) return setEffectiveAt(at)
    showToast({ tone: 'success', title: t(`forgot.done.${WITHDRAWALS}`) })
    void navigate({ to: '/login', replace: true })
  }
  if (effectiveAt) return <WaitingPassword effectiveAt={effectiveAt} />
  // The key resets the form for another number.
  return <NewPasswordScreen key={pending.mobileNumber} {...pending} onChanged={changed} />
}

/** Explains why the new password is not valid yet, and what its owner can do meanwhile. */
function WaitingPassword({ effectiveAt }: { effectiveAt: Date }) {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  // The longer form before may have been scrolled.
  useEffect(() => window.scrollTo(0, 0), [])
  return (
    <AuthFrame
      title={t('forgot.waiting.title')}
      text={t('forgot.waiting.text', { at: showDate(effectiveAt, language, 'date-time') })}
      footer={<TextLink to="/login">{t('forgot.back')}</TextLink>}
    >
      <Notice tone="info">{t('forgot.waiting.why')}</Notice>
    </AuthFrame>
  )
}

const EMPTY_NEW_PASSWORD: NewPasswordForm = { code: '', password: '', repeat: '' }

const CODE_DIGITS = 6

type NewPasswordScreenProps = {
  mobileNumber: string
  /** The channel by which the code was requested. */
  channel: ResetChannel
  /** The time at which the code expires, in milliseconds since 1970; absent if this tab requested none. */
  expiresAt: number | undefined
  /** Called with the time from which the new password is valid, if that is later than now. */
  onChanged: (effectiveAt: Date | undefined) => void
}

/** The code of a forgotten password, and the new password twice. After the code has expired, the button requests another one. */
export function NewPasswordScreen({ mobileNumber, channel, expiresAt, onChanged }: NewPasswordScreenProps) {
  const { t } = useTranslation('auth')
  const { t: tUi } = useTranslation('ui')
  const [form, setForm] = useState(EMPTY_NEW_PASSWORD)
  const [checked, setChecked] = useState(false)
  const reset = useResetPassword(mobileNumber)
  const problems = validateNewPassword(form)
  const { isOpen, secondsLeft, sending, sendAgain } = useSentCode({
    deadline: expiresAt,
    send: () => sendResetCode({ mobileNumber, channel }),
    onSent: () => {
      reset.reset()
      setForm({ ...form, code: '' })
    },
  })
  const submit = () => {
    if (!isOpen) return sendAgain()
    setChecked(true)
    if (Object.keys(problems).length === 0) reset.mutate(form, { onSuccess: onChanged })
  }
  return (
    <AuthFrame
      title={t('forgot.newTitle')}
      text={t(`forgot.sent.${channel}`)}
      footer={<TextLink to="/login/forget">{t('code.changeMobile')}</TextLink>}
    >
      <Form onSubmit={submit}>
        {sending.isError && <RefusalNotice error={sending.error} />}
        {reset.isError && !fieldOf(reset.error) && <RefusalNotice error={reset.error} />}
        {!isOpen && !sending.isError && <Notice tone="warning">{tUi('code.expired')}</Notice>}
        <NewPasswordFields
          form={form}
          disabled={!isOpen}
          problems={checked ? problems : {}}
          refusal={reset.error}
          change={(part) => {
            setForm({ ...form, ...part })
            reset.reset()
          }}
        />
        {isOpen && (
          <Notice tone="info" action={WITHDRAWALS === 'open' && <HoldHelp />}>
            {t(`forgot.hold.${WITHDRAWALS}`)}
          </Notice>
        )}
        {isOpen && <TimeLeft seconds={secondsLeft} />}
        <Button type="submit" size="lg" full loading={isOpen ? reset.isPending : sending.isPending}>
          {isOpen ? t('forgot.action') : tUi('code.again')}
        </Button>
      </Form>
    </AuthFrame>
  )
}

/** Refusals shown at the code's field; a refusal that names a field is shown at that field. */
const OF_CODE: readonly string[] = ['INCORRECT_OTP', 'CODE_EXPIRED']

function fieldOf(error: Error | null): keyof NewPasswordForm | undefined {
  if (!(error instanceof ApiRefusal)) return undefined
  return OF_CODE.includes(error.code) ? 'code' : refusedField(error, ['password'])
}

type FieldsProps = {
  form: NewPasswordForm
  disabled: boolean
  problems: ReturnType<typeof validateNewPassword>
  refusal: Error | null
  change: (part: Partial<NewPasswordForm>) => void
}

function NewPasswordFields({ form, disabled, problems, refusal, change }: FieldsProps) {
  const { t } = useTranslation('auth')
  const { t: tUi } = useTranslation('ui')
  const sentenceOf = useSentenceOf()
  const problemOf = (field: keyof NewPasswordForm) => {
    if (refusal && fieldOf(refusal) === field) return sentenceOf(refusal)
    const problem = problems[field]
    return problem && t(`problem.${problem}`)
  }
  const common = { disabled, required: true, autoComplete: 'new-password' } as const
  return (
    <>
      <CodeField
        label={tUi('code.digits6')}
        length={6}
        required
        disabled={disabled}
        value={form.code}
        onChange={(code) => change({ code })}
        problem={problemOf('code')}
      />
      <PasswordField
        {...common}
        label={t('forgot.password')}
        name="password"
        value={form.password}
        onChange={(password) => change({ password })}
        problem={problemOf('password')}
      />
      <PasswordHints password={form.password} />
      <PasswordField
        {...common}
        label={t('forgot.repeat')}
        name="repeat"
        value={form.repeat}
        onChange={(repeat) => change({ repeat })}
        problem={problemOf('repeat')}
      />
    </>
  )
}

type NewPasswordForm = { code: string; password: string; repeat: string }

/** The first problem of each field; a form without problems can be sent. */
function validateNewPassword(form: NewPasswordForm): {
  [Field in keyof NewPasswordForm]?: NewPasswordProblem | RepeatProblem | 'codeRequired'
} {
  const ofPassword = problemOfNewPassword(form.password)
  const ofRepeat = problemOfRepeat(form)
  return {
    ...(form.code.length < CODE_DIGITS ? { code: 'codeRequired' as const } : {}),
    ...(ofPassword ? { password: ofPassword } : {}),
    ...(ofRepeat ? { repeat: ofRepeat } : {}),
  }
}
