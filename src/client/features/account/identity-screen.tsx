import { chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { CountdownText } from '#client/ui/countdown-text.tsx'
import { Form } from '#client/ui/form.ts'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useCheckIdentityCode, useSendIdentityCode } from './account.commands.ts'
import { readIdentityCodeDeadline } from './identity-code-deadline.ts'

const LENGTH = 5

/** The five-digit code of the identity inquiry. Where none is on its way, the page begins by sending one. */
export function IdentityScreen({ back, onVerified }: { back: ReactNode; onVerified: () => void }) {
  const { t } = useTranslation('account')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [deadline] = useState(readIdentityCodeDeadline)
  const [sent, setSent] = useState(deadline !== undefined)
  const { secondsLeft, restart } = useCountdown(((deadline ?? 0) - Date.now()) / 1_000)
  const check = useCheckIdentityCode()
  const sendCode = useSendIdentityCode()
  const waiting = secondsLeft > 0
  const send = (otp: string) => {
    if (!waiting || check.isPending || otp.length < LENGTH) return
    check.mutate(otp, {
      onSuccess: () => {
        showToast({ tone: 'success', title: t('identity.done') })
        onVerified()
      },
      onError: () => setCode(''),
    })
  }
  const ask = () =>
    sendCode.mutate(undefined, {
      onSuccess: (seconds) => {
        setCode('')
        setSent(true)
        check.reset()
        restart(seconds)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (waiting) send(code)
    else ask()
  }
  return (
    <chakra.div maxWidth="form" marginInline="auto" paddingTop={{ base: '2', md: '8' }}>
      <PageHeading title={t('identity.title')} text={t('identity.text')} />
      <Card>
        <Form noValidate onSubmit={submit}>
          {sendCode.isError && <Notice tone="error">{sentenceOf(sendCode.error)}</Notice>}
          {sent && !waiting && !sendCode.isError && <Notice tone="warning">{t('identity.expired')}</Notice>}
          {(waiting || sent) && (
            <CodeField
              label={t('identity.label')}
              length={LENGTH}
              required
              value={code}
              disabled={!waiting || check.isPending}
              onChange={(text) => {
                setCode(text)
                if (text !== '') check.reset()
              }}
              onComplete={send}
              problem={check.isError ? sentenceOf(check.error) : undefined}
            />
          )}
          {waiting ? (
            <>
              <chakra.p textAlign="center" fontSize="sm" color="fg.muted" role="timer">
                {t('identity.left')}{' '}
                <chakra.span color="fg" fontWeight="semibold">
                  <CountdownText seconds={secondsLeft} />
                </chakra.span>
              </chakra.p>
              <Button type="submit" size="lg" full loading={check.isPending} disabled={code.length < LENGTH}>
                {t('identity.action')}
              </Button>
            </>
          ) : (
            <Button type="submit" size="lg" full loading={sendCode.isPending}>
              {sent ? t('identity.again') : t('identity.send')}
            </Button>
          )}
        </Form>
      </Card>
      <chakra.p textAlign="center" marginTop="5" fontSize="sm">
        {back}
      </chakra.p>
    </chakra.div>
  )
}
