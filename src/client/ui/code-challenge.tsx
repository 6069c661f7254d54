import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import type { CodeDeadline } from '#client/lib/sent-code.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-field.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { showDigits } from './show-digits.ts'
import { showToast } from './toasts.ts'
import { useCountdown } from './use-countdown.ts'
import { useSentenceOf } from './use-sentence-of.ts'

interface SentCodeOptions {
  /** `undefined` before a code was sent. */
  readonly deadline: CodeDeadline | undefined
  /** Sends another code, which invalidates the earlier one. */
  readonly send: () => Promise<CodeDeadline>
  readonly onRefused?: (error: Error) => unknown
}

/** The clock of a sent code, and sending another one; `onSent` runs after the latter. */
export function useSentCode({ onSent, ...options }: SentCodeOptions & { readonly onSent: () => void }) {
  const { t } = useTranslation('ui')
  const [deadline, setDeadline] = useState(options.deadline)
  const secondsUntil = (at: CodeDeadline | undefined) => (typeof at === 'number' ? (at - Date.now()) / 1_000 : 0)
  const { secondsLeft, restart } = useCountdown(secondsUntil(deadline))
  const sending = useMutation({ mutationFn: options.send, onError: (error) => options.onRefused?.(error) })
  const sendAgain = () =>
    sending.mutate(undefined, {
      onSuccess: (next) => {
        onSent()
        setDeadline(next)
        restart(secondsUntil(next))
        // The first one is said beside its field.
        if (deadline !== undefined) showToast({ tone: 'success', title: t('code.sent') })
      },
    })
  return {
    wasSent: deadline !== undefined,
    isOpen: deadline === 'none' || secondsLeft > 0,
    secondsLeft,
    sending,
    sendAgain,
  }
}

type CodeChallengeProps<Outcome> = SentCodeOptions & {
  length: 5 | 6
  check: (code: string) => Promise<Outcome>
  /** Refusals after which the sent code is invalid although its time is not up. */
  usedUpBy?: readonly Parameters<typeof isRefusal>[1][]
  onChecked: (outcome: Outcome) => void
}

/**
 * The form of a sent code with its clock. Once the code has expired or a refusal has used it up, the button requests another one instead of sending a
 * useless code.
 */
export function CodeChallenge<Outcome>({ length, usedUpBy = [], onChecked, ...options }: CodeChallengeProps<Outcome>) {
  const { t } = useTranslation('ui')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [attempted, setAttempted] = useState(false)
  const check = useMutation({ mutationFn: options.check, onError: (error) => options.onRefused?.(error) })
  const onSent = () => {
    setCode('')
    check.reset()
  }
  const { wasSent, isOpen, secondsLeft, sending, sendAgain } = useSentCode({ ...options, onSent })
  const isUsedUp = [...EXPIRED, ...usedUpBy].some((code) => isRefusal(check.error, code))
  const waiting = isOpen && !isUsedUp
  // A correct code leads to another page; loading it takes a moment, and it takes the focus.
  const checking = check.isPending || check.isSuccess
  const isPartial = attempted && code.length < length && !checking
  const sendCode = (text: string) => {
    if (!waiting || checking || text.length < length) return
    // If the code reached no server, it stays in the field, to be sent again.
    check.mutate(text, { onSuccess: onChecked, onError: (error) => isUnreachable(error) || setCode('') })
  }
  const submit = () => {
    if (!waiting) return sendAgain()
    setAttempted(true)
    sendCode(code)
  }
  return (
    <Form onSubmit={submit}>
      {sending.isError && <RefusalNotice error={sending.error} />}
      {wasSent && !isOpen && !isUsedUp && !sending.isError && <Notice tone="warning">{t('code.expired')}</Notice>}
      {wasSent && (
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
          onComplete={sendCode}
          problem={check.isError ? sentenceOf(check.error) : isPartial ? t('code.partial') : undefined}
        />
      )}
      {secondsLeft > 0 && !isUsedUp && <TimeLeft seconds={secondsLeft} />}
      <Button type="submit" size="lg" full loading={waiting ? checking : sending.isPending}>
        {waiting ? t('code.confirm') : t(wasSent ? 'code.again' : 'code.send')}
      </Button>
    </Form>
  )
}

const EXPIRED = ['CODE_EXPIRED'] as const

const isUnreachable = (error: Error): boolean => isRefusal(error, 'UNREACHABLE')

/** The number or address that a code was sent to. */
export function SentTo({ method, contact }: { method: string; contact: string }) {
  const language = useLanguage()
  return (
    <chakra.bdi dir="ltr" color="fg" fontWeight="semibold">
      {method === 'SMS' ? showDigits(contact, language) : contact}
    </chakra.bdi>
  )
}

/** The remaining lifetime of a code, as m:ss. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <chakra.p textAlign="center" fontSize="sm" color="fg.muted" role="timer">
      {t('code.left')}{' '}
      <chakra.bdi dir="ltr" color="fg" fontWeight="semibold">
        {showDigits(text, language)}
      </chakra.bdi>
    </chakra.p>
  )
}
