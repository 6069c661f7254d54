import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Intention } from '#client/lib/use-intention.ts'
import { Button } from '#client/ui/button.tsx'
import { SentTo, TimeLeft, useSentCode } from '#client/ui/code-challenge.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { type SentCode, sendCodeOf, type WithdrawalTerms, type Withdrawn } from './withdraw.queries.ts'
import { WithdrawFacts } from './withdraw-receipt.tsx'

interface WithdrawCodeProps {
  readonly terms: WithdrawalTerms
  /** Absent after a reload, when only the outcome of an earlier request is awaited. */
  readonly sent: SentCode | undefined
  readonly nextBatch: string | undefined
  readonly intention: Intention<WithdrawalTerms, Withdrawn>
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}

const LENGTH = 6
/** Refusals after which the code is used up. */
const USED_UP: readonly string[] = ['CODE_EXPIRED', 'TOO_MANY_TRIES']

/** Everything that will be paid, and the code that confirms it. */
export function WithdrawCode({ terms, sent, nextBatch, intention, onCode, onBack }: WithdrawCodeProps) {
  const { t } = useTranslation('wallet')
  const { sending, refusal, outcomeUnknown, inquiry } = intention
  return (
    <chakra.div display="grid" gap="4">
      <WithdrawFacts amount={terms.amount} sheba={terms.sheba} nextBatch={nextBatch} />
      <Notice tone="info">{t('withdraw.scam')}</Notice>
      {outcomeUnknown ? (
        <chakra.div display="grid" gap="3">
          <UnknownOutcome inquiry={inquiry} />
          {/* Without its code, as after a reload, nothing could be sent again. */}
          {sent && (
            <ServerButton size="lg" full loading={inquiry === 'asking'} onClick={intention.accept}>
              {t('deposit.again')}
            </ServerButton>
          )}
        </chakra.div>
      ) : (
        sent && <CodeForm {...{ terms, sent, sending, refusal, onCode }} />
      )}
      <Button variant="quiet" full disabled={sending} onClick={onBack}>
        {t('withdraw.back')}
      </Button>
    </chakra.div>
  )
}

interface CodeFormProps extends Pick<WithdrawCodeProps, 'terms' | 'onCode'> {
  readonly sent: SentCode
  readonly sending: boolean
  readonly refusal: Intention<WithdrawalTerms, Withdrawn>['refusal']
}

function CodeForm({ terms, sent, sending, refusal, onCode }: CodeFormProps) {
  const { t } = useTranslation('wallet')
  const { t: ofUi } = useTranslation('ui')
  const [code, setCode] = useState('')
  // A refusal is about the code that was sent with it: the next digits take it away.
  const [answered, setAnswered] = useState<typeof refusal>()
  const shown = refusal === answered ? undefined : refusal
  // The next digits are of another code: those that were refused make place for them.
  const [cleared, setCleared] = useState<typeof refusal>()
  if (refusal !== cleared) {
    setCleared(refusal)
    setCode('')
  }
  const clock = useSentCode({
    deadline: sent.deadline,
    send: async () => (await sendCodeOf(terms)).deadline,
    onSent: () => {
      setCode('')
      setAnswered(refusal)
    },
  })
  const isUsedUp = shown !== undefined && USED_UP.includes(shown.code)
  const waiting = clock.isOpen && !isUsedUp
  const isWrong = shown?.code === 'INCORRECT_OTP'
  const submit = () => {
    if (!waiting) return clock.sendAgain()
    if (code.length === LENGTH && !sending) onCode(code)
  }
  return (
    <Form onSubmit={submit}>
      <chakra.p fontSize="sm" color="fg.muted">
        {sent.contact === null ? (
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
        disabled={!waiting || sending}
        problem={isWrong ? shown.message : undefined}
        onChange={(text) => {
          setCode(text)
          setAnswered(refusal)
        }}
        onComplete={(text) => waiting && !sending && onCode(text)}
      />
      {clock.secondsLeft > 0 && waiting && <TimeLeft seconds={clock.secondsLeft} />}
      <ServerButton type="submit" size="lg" full loading={waiting ? sending : clock.sending.isPending}>
        {waiting ? t('withdraw.confirm') : ofUi('code.again')}
      </ServerButton>
    </Form>
  )
}
