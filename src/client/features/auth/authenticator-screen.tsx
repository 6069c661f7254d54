import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useRecoveryCodesLeft } from '#client/entities/session/use-recovery-codes-left.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeForm } from '#client/ui/code-form.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useCheckCode, useResendCode } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { PendingCode } from './pending-code.ts'

type StepProps = { pending: PendingCode; onSignedIn: (session: Session | null) => void }

/** The step of an authenticator, which has no countdown; a recovery code replaces it if the phone is lost. */
export function AuthenticatorScreen({ back, ...step }: StepProps & { back: ReactNode }) {
  const { t } = useTranslation('auth')
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <AuthFrame
      title={t('code.of.GOOGLE_AUTHENTICATOR.title')}
      text={t(byRecovery ? 'recovery.text' : 'code.of.GOOGLE_AUTHENTICATOR.text')}
      footer={back}
    >
      {byRecovery ? <RecoveryForm {...step} /> : <AuthenticatorForm {...step} />}
      <Button variant="ghost" full onClick={() => setByRecovery(!byRecovery)}>
        {t(byRecovery ? 'recovery.toCode' : 'recovery.toRecovery')}
      </Button>
    </AuthFrame>
  )
}

function AuthenticatorForm({ pending, onSignedIn }: StepProps) {
  const check = useCheckCode(pending)
  const ask = useResendCode(pending)
  return <CodeForm length={6} deadline="none" check={check} ask={ask} onChecked={onSignedIn} />
}

/** The number of letters and digits of a recovery code, without its dashes. */
const RECOVERY_LETTERS = 16

function RecoveryForm({ pending, onSignedIn }: StepProps) {
  const { t } = useTranslation('auth')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [attempted, setAttempted] = useState(false)
  const check = useCheckCode(pending)
  const sayCodesLeft = useRecoveryCodesLeft()
  const isWhole = code.replace(/[^A-Za-z0-9]/g, '').length === RECOVERY_LETTERS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempted(true)
    const onSuccess = (session: Session | null) => {
      onSignedIn(session)
      void sayCodesLeft()
    }
    if (isWhole) check.mutate(code, { onSuccess })
  }
  const problem = check.isError ? sentenceOf(check.error) : attempted && !isWhole ? t('recovery.partial') : undefined
  return (
    <Form noValidate onSubmit={submit}>
      <TextField
        label={t('recovery.label')}
        name="recoveryCode"
        autoComplete="off"
        ltr
        maxLength={30}
        value={code}
        onChange={(text) => {
          setCode(text)
          setAttempted(false)
          check.reset()
        }}
        problem={problem}
      />
      <Button type="submit" size="lg" full loading={check.isPending || check.isSuccess}>
        {t('recovery.action')}
      </Button>
    </Form>
  )
}
