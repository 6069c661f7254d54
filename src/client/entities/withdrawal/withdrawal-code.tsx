import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { type ApiRefusal, callApi } from '#client/lib/call-api.ts'
import { type CodeDeadline, deadlineIn } from '#client/lib/sent-code.ts'
import { SentTo, TimeLeft, useSentCode } from '#client/ui/code-challenge.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { sendDeliveryCode } from '#contract/deliveries.ts'
import type { Input, Reply } from '#contract/endpoint.ts'
import type { TwoStepType } from '#contract/values.ts'
import { type requestWithdrawal, sendWithdrawalCode } from '#contract/withdrawals.ts'

export interface SentCode {
  readonly method: z.output<typeof TwoStepType>
  /** Masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: CodeDeadline
  /** Of a transfer to another user. */
  readonly recipientName: string | undefined
  /** Operators look at so much before it leaves. */
  readonly isReviewed: boolean
  /** Of coins, as their network writes it. */
  readonly address: string | undefined
  /** The address is that of another user of ours: nothing leaves, and no network takes a fee. */
  readonly isInside: boolean
}

export type WithdrawalLeaving = Input<typeof sendWithdrawalCode>['body']
export type DeliveryLeaving = Input<typeof sendDeliveryCode>['body']

/** The confirmation of a withdrawal: its code, or the answer of a passkey. */
export type Proof = Pick<Input<typeof requestWithdrawal>['body'], 'code' | 'passkey'>

/** The withdrawal, or the delivery of gold, that a code works for: no other one. */
export type Leaving = WithdrawalLeaving | DeliveryLeaving

export const isDelivery = (leaving: Leaving): leaving is DeliveryLeaving => 'place' in leaving

/** Sends the code of what is to leave. Refused with the reasons for which the request itself would be. */
export async function sendCodeFor(leaving: Leaving): Promise<SentCode> {
  const sent: Pick<Reply<typeof sendWithdrawalCode>, 'baseDTO'> = isDelivery(leaving)
    ? await callApi(sendDeliveryCode, { body: leaving })
    : await callApi(sendWithdrawalCode, { body: leaving })
  const { twoStepAuthenticationType: method, starTwoStepAuthentication: contact, ...more } = sent.baseDTO
  const {
    expiresInSeconds,
    recipientName,
    destinationWalletAddress: address,
    isInside = false,
    isReviewed = false,
  } = more
  return { method, contact, deadline: deadlineIn(expiresInSeconds), recipientName, address, isInside, isReviewed }
}

const LENGTH = 6
/** Refusals after which the code is used up. */
const USED_UP: readonly string[] = ['CODE_EXPIRED', 'TOO_MANY_TRIES']
const isUsedUp = (code: string) => USED_UP.includes(code)

interface TypedCodeOptions {
  /** Absent before the first one is sent. */
  readonly sent?: SentCode | undefined
  readonly leaving: Leaving
  /** The answer to the last code. */
  readonly refusal: ApiRefusal | undefined
  /** Whether a refusal has used the code up. */
  readonly usesUp?: (code: string) => boolean
  /** The code was refused to be sent. */
  readonly onNotSent?: (error: Error) => void
}

/** The code of a withdrawal as it is typed, with its clock. */
export type TypedCode = ReturnType<typeof useTypedCode>

export function useTypedCode({ leaving, refusal, usesUp = isUsedUp, onNotSent, ...begun }: TypedCodeOptions) {
  const [sent, setSent] = useState(begun.sent)
  const [code, setCode] = useState('')
  // A refusal is about the code that was sent with it: the next digits, which make place for others, take it away.
  const [seen, setSeen] = useState<ApiRefusal>()
  const [shown, setShown] = useState<ApiRefusal>()
  if (refusal !== seen) {
    setSeen(refusal)
    if (refusal) {
      setShown(refusal)
      setCode('')
    }
  }
  const change = (text: string) => {
    setCode(text)
    setShown(undefined)
  }
  const clock = useSentCode({
    deadline: sent?.deadline,
    send: async () => {
      const next = await sendCodeFor(leaving)
      setSent(next)
      return next.deadline
    },
    onSent: () => change(''),
    onRefused: (error) => onNotSent?.(error),
  })
  const waiting = sent !== undefined && clock.isOpen && !(shown && usesUp(shown.code))
  return { ...{ sent, code, shown, change, clock, waiting }, isComplete: code.length === LENGTH }
}

interface CodeFieldsProps {
  readonly typed: TypedCode
  readonly busy: boolean
  readonly onComplete?: (code: string) => void
}

/** The contact that got the code, its field and its time. */
export function CodeFields({ typed, busy, onComplete }: CodeFieldsProps) {
  const { t } = useTranslation('wallet')
  const { t: ofUi } = useTranslation('ui')
  const { sent, code, shown, change, clock, waiting } = typed
  const isWrong = shown?.code === 'INCORRECT_OTP'
  const fields = useRef<HTMLDivElement>(null)
  // Below a long list of facts it would be out of sight.
  useEffect(() => {
    if (waiting) fields.current?.scrollIntoView({ block: 'nearest' })
  }, [waiting])
  return (
    <chakra.div ref={fields} display="grid" gap="inherit" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.p fontSize="sm" color="fg.muted">
        {sent === undefined || sent.contact === null ? (
          t('withdraw.code.app')
        ) : (
          <Trans
            t={t}
            i18nKey="withdraw.code.sent"
            components={{ contact: <SentTo method={sent.method} contact={sent.contact} /> }}
          />
        )}
      </chakra.p>
      {shown && !isWrong && shown.code !== 'CODE_EXPIRED' && <RefusalNotice error={shown} />}
      {clock.sending.isError && <RefusalNotice error={clock.sending.error} />}
      {!waiting && shown?.code !== 'TOO_MANY_TRIES' && !clock.sending.isError && (
        <Notice tone="warning">{ofUi('code.expired')}</Notice>
      )}
      <CodeField
        label={ofUi('code.digits6')}
        length={LENGTH}
        required
        value={code}
        disabled={!waiting || busy}
        problem={isWrong ? shown.message : undefined}
        onChange={change}
        onComplete={(text) => waiting && !busy && onComplete?.(text)}
      />
      {clock.secondsLeft > 0 && waiting && <TimeLeft seconds={clock.secondsLeft} />}
    </chakra.div>
  )
}
