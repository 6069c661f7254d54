import { chakra } from '@chakra-ui/react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { showDigits } from './show-digits.ts'
import { showToast } from './toasts.ts'
import { useCountdown } from './use-countdown.ts'
import { useSentenceOf } from './use-sentence-of.ts'

type CodeFormProps<Outcome> = {
  length: 5 | 6
  /**
   * Until when the code that was sent works, in milliseconds since 1970; `undefined` where none was sent yet; `none` for an authenticator, which
   * makes a new one by itself.
   */
  deadline: number | 'none' | undefined
  check: UseMutationResult<Outcome, Error, string>
  /** Refusals after which the code that was sent works no longer, beside that its time is up. */
  usedUpBy?: readonly Parameters<typeof isRefusal>[1][]
  /** Has another code sent; resolves to the seconds it lives. */
  ask: UseMutationResult<number, Error, void>
  onChecked: (outcome: Outcome) => void
}

/** A code and its clock. When the time is up, or the code was taken for something that was refused, the button asks for another one instead of sending what cannot work. */
export function CodeForm<Outcome>({ length, deadline, check, usedUpBy = [], ask, onChecked }: CodeFormProps<Outcome>) {
  const { t } = useTranslation('ui')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(deadline !== undefined)
  const [attempted, setAttempted] = useState(false)
  const timed = typeof deadline === 'number'
  const { secondsLeft, restart } = useCountdown(((timed ? deadline : 0) - Date.now()) / 1_000)
  const isUsedUp = [...EXPIRED, ...usedUpBy].some((code) => isRefusal(check.error, code))
  const waiting = deadline === 'none' || (secondsLeft > 0 && !isUsedUp)
  // A right code leads to another page, which takes a moment and the focus.
  const checking = check.isPending || check.isSuccess
  const isPartial = attempted && code.length < length && !checking
  const send = (text: string) => {
    if (!waiting || checking || text.length < length) return
    // A code that reached nobody stays, to be sent again.
    check.mutate(text, { onSuccess: onChecked, onError: (error) => isUnreachable(error) || setCode('') })
  }
  const askAgain = () =>
    ask.mutate(undefined, {
      onSuccess: (seconds) => {
        setCode('')
        setSent(true)
        check.reset()
        restart(seconds)
        showToast({ tone: 'success', title: t('code.sent') })
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!waiting) return askAgain()
    setAttempted(true)
    send(code)
  }
  return (
    <Form noValidate onSubmit={submit}>
      {ask.isError && <RefusalNotice error={ask.error} />}
      {sent && !waiting && !isUsedUp && !ask.isError && <Notice tone="warning">{t('code.expired')}</Notice>}
      {sent && (
        <CodeField
          label={t(`code.digits${length}`)}
          length={length}
          required
          value={code}
          disabled={!waiting || checking}
          onChange={(text) => {
            setCode(text)
            setAttempted(false)
            if (text !== '') check.reset()
          }}
          onComplete={send}
          problem={check.isError ? sentenceOf(check.error) : isPartial ? t('code.partial') : undefined}
        />
      )}
      {secondsLeft > 0 && !isUsedUp && <TimeLeft seconds={secondsLeft} />}
      {waiting ? (
        <Button type="submit" size="lg" full loading={checking}>
          {t('code.confirm')}
        </Button>
      ) : (
        <Button type="submit" size="lg" full loading={ask.isPending}>
          {sent ? t('code.again') : t('code.send')}
        </Button>
      )}
    </Form>
  )
}

const EXPIRED = ['CODE_EXPIRED'] as const

const isUnreachable = (error: Error): boolean => isRefusal(error, 'UNREACHABLE')

/** How long a code still lives. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('ui')
  return (
    <chakra.p textAlign="center" fontSize="sm" color="fg.muted" role="timer">
      {t('code.left')}{' '}
      <chakra.span color="fg" fontWeight="semibold">
        <CountdownText seconds={seconds} />
      </chakra.span>
    </chakra.p>
  )
}

/** Seconds as m:ss. */
function CountdownText({ seconds }: { seconds: number }) {
  const language = useLanguage()
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <bdi dir="ltr">{showDigits(text, language)}</bdi>
}
