import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecoveryCodeForm } from '#client/entities/session/recovery-code-form.tsx'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeChallenge } from '#client/ui/code-challenge.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useLoginCode } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { PendingCode } from './pending-code.ts'

/** The page of the code, which leads on after the login. */
export function CodePage({ pending, begin }: { pending: PendingCode; begin: '/login' | '/sign-up' }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate({ from: begin })
  return (
    <CodeScreen
      pending={pending}
      back={
        <TextLink to={begin}>
          {t(pending.twoStep === 'GOOGLE_AUTHENTICATOR' ? 'code.back' : 'code.changeMobile')}
        </TextLink>
      }
      onSignedIn={(session) => void navigate({ ...pageAfterLogin(session, pending), replace: true })}
    />
  )
}

/** A verified user continues to the page that required the login, or to the dashboard; any other user completes the account first. */
export function pageAfterLogin(session: Session | null, { next }: Pick<PendingCode, 'next'>) {
  if (!session?.authorized) return { to: '/profile/account' } as const
  return next ? { href: next } : ({ to: '/profile' } as const)
}

type CodeScreenProps = {
  pending: PendingCode
  /** A link back to the page where the number was entered. */
  back: ReactNode
  onSignedIn: (session: Session | null) => void
}

/** The second step of a sign-up or login, by the method that the user has chosen. */
export function CodeScreen(props: CodeScreenProps) {
  if (props.pending.twoStep === 'GOOGLE_AUTHENTICATOR') return <AuthenticatorScreen {...props} />
  return <SentCodeScreen {...props} />
}

/** The form for a six-digit code that was sent by SMS or e-mail. */
function SentCodeScreen({ pending, back, onSignedIn }: CodeScreenProps) {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const channel = pending.twoStep === 'EMAIL' ? 'EMAIL' : 'SMS'
  return (
    <AuthFrame
      title={t(`code.of.${channel}.title`)}
      text={
        <>
          {t(`code.of.${channel}.text`)}{' '}
          <bdi dir="ltr">{channel === 'SMS' ? showDigits(pending.contact, language) : pending.contact}</bdi>
        </>
      }
      footer={back}
    >
      <CodeChallenge length={6} {...useLoginCode(pending)} onChecked={onSignedIn} />
    </AuthFrame>
  )
}

type AuthenticatorScreenProps = {
  pending: PendingCode
  back: ReactNode
  onSignedIn: (session: Session | null) => void
}

/** The step of an authenticator, which has no countdown; a recovery code replaces it if the phone is lost. */
function AuthenticatorScreen({ pending, back, onSignedIn }: AuthenticatorScreenProps) {
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
