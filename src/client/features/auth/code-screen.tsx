import { chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Session } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { CountdownText } from '#client/ui/countdown-text.tsx'
import { Form } from '#client/ui/form.ts'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useCheckCode, useResendCode } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { PendingCode } from './pending-code.ts'

const LENGTH = 6

type CodeScreenProps = {
  pending: PendingCode
  /** Back to where the number was entered. */
  back: ReactNode
  onSignedIn: (session: Session | null) => void
}

/** The six-digit code. When its time is up the button asks for another one instead of sending what cannot work. */
export function CodeScreen({ pending, back, onSignedIn }: CodeScreenProps) {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const { secondsLeft, restart } = useCountdown((pending.expiresAt - Date.now()) / 1_000)
  const check = useCheckCode(pending)
  const resend = useResendCode(pending)
  const expired = secondsLeft === 0
  const send = (text: string) => {
    if (expired || check.isPending || text.length < LENGTH) return
    check.mutate(text, { onSuccess: onSignedIn, onError: () => setCode('') })
  }
  const askAgain = () =>
    resend.mutate(undefined, {
      onSuccess: (seconds) => {
        setCode('')
        check.reset()
        restart(seconds)
        showToast({ tone: 'success', title: t('code.resent') })
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (expired) askAgain()
    else send(code)
  }
  return (
    <AuthFrame
      title={t('code.title')}
      text={
        <>
          {t('code.text')} <bdi dir="ltr">{showDigits(pending.contact, language)}</bdi>
        </>
      }
      footer={back}
    >
      <Form noValidate onSubmit={submit}>
        {resend.isError && <Notice tone="error">{sentenceOf(resend.error)}</Notice>}
        {expired && !resend.isError && <Notice tone="warning">{t('code.expired')}</Notice>}
        <CodeField
          label={t('code.label')}
          length={LENGTH}
          required
          value={code}
          disabled={expired || check.isPending}
          onChange={(text) => {
            setCode(text)
            if (text !== '') check.reset()
          }}
          onComplete={send}
          problem={check.isError ? sentenceOf(check.error) : undefined}
        />
        {!expired && (
          <chakra.p textAlign="center" fontSize="sm" color="fg.muted" role="timer">
            {t('code.left')}{' '}
            <chakra.span color="fg" fontWeight="semibold">
              <CountdownText seconds={secondsLeft} />
            </chakra.span>
          </chakra.p>
        )}
        {expired ? (
          <Button type="submit" size="lg" full loading={resend.isPending}>
            {t('code.again')}
          </Button>
        ) : (
          <Button type="submit" size="lg" full loading={check.isPending} disabled={code.length < LENGTH}>
            {t('code.action')}
          </Button>
        )}
      </Form>
    </AuthFrame>
  )
}
