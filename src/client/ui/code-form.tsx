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
   * The time at which the sent code expires, in milliseconds since 1970; `undefined` before a code was sent; `none` for an authenticator, which
   * generates codes itself.
   */
  deadline: number | 'none' | undefined
  check: UseMutationResult<Outcome, Error, string>
  /** Refusals after which the sent code is invalid although its time is not up. */
  usedUpBy?: readonly Parameters<typeof isRefusal>[1][]
  /** Sends another code; resolves to its lifetime in seconds. */
  ask: UseMutationResult<number, Error, void>
  onChecked: (outcome: Outcome) => void
}

/**
 * A code with its clock. Once the code has expired or a refusal has used it up, the button requests another one instead of sending a useless code.
 */
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
  // A correct code leads to another page; loading it takes a moment, and it takes the focus.
  const checking = check.isPending || check.isSuccess
  const isPartial = attempted && code.length < length && !checking
  const send = (text: string) => {
    if (!waiting || checking || text.length < length) return
    // If the code reached no server, it stays in the field, to be sent again.
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

/** The remaining lifetime of a code. */
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

/** Formats seconds as m:ss. */
function CountdownText({ seconds }: { seconds: number }) {
  const language = useLanguage()
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <bdi dir="ltr">{showDigits(text, language)}</bdi>
}
