import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecoveryCodeForm } from '#client/entities/session/recovery-code-form.tsx'
import type { Session } from '#client/entities/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeChallenge } from '#client/ui/code-challenge.tsx'
import { useLoginCode } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { PendingCode } from './pending-code.ts'

type AuthenticatorScreenProps = {
  pending: PendingCode
  back: ReactNode
  onSignedIn: (session: Session | null) => void
}

/** The step of an authenticator, which has no countdown; a recovery code replaces it if the phone is lost. */
export function AuthenticatorScreen({ pending, back, onSignedIn }: AuthenticatorScreenProps) {
  const { t } = useTranslation('auth')
  const loginCode = useLoginCode(pending)
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <AuthFrame
      title={t('code.of.GOOGLE_AUTHENTICATOR.title')}
      text={t(byRecovery ? 'recovery.text' : 'code.of.GOOGLE_AUTHENTICATOR.text')}
      footer={back}
    >
      {byRecovery ? (
        <RecoveryCodeForm
          label={t('recovery.label')}
          partial={t('recovery.partial')}
          action={t('recovery.action')}
          check={loginCode.check}
          onChecked={onSignedIn}
        />
      ) : (
        <CodeChallenge length={6} {...loginCode} onChecked={onSignedIn} />
      )}
      <Button variant="ghost" full onClick={() => setByRecovery(!byRecovery)}>
        {t(byRecovery ? 'recovery.toCode' : 'recovery.toRecovery')}
      </Button>
    </AuthFrame>
  )
}
