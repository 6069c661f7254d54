import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PasskeyInstead } from '#client/entities/withdrawal/passkey-instead.tsx'
import { CodeFields, type Leaving, type SentCode, useTypedCode } from '#client/entities/withdrawal/withdrawal-code.tsx'
import type { ApiRefusal } from '#client/lib/call-api.ts'
import type { Intention } from '#client/lib/use-intention.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import type { useWithdrawal } from './use-withdrawal.ts'

interface WithdrawCodeProps {
  readonly withdrawal: Pick<ReturnType<typeof useWithdrawal>, 'sent' | 'confirm' | 'goBack'> & {
    readonly leaving: Leaving | undefined
    readonly intention: Pick<
      Intention<unknown, unknown>,
      'sending' | 'refusal' | 'outcomeUnknown' | 'inquiry' | 'accept'
    >
  }
  /** The words of the button that confirms. */
  readonly yes: string
  /** The words of the way back to the form. */
  readonly back: string
  /** Everything that will be paid. */
  readonly children: ReactNode
}

/** Everything that will be paid, and the code that confirms it. */
export function WithdrawCode({ withdrawal, yes, back, children }: WithdrawCodeProps) {
  const { t } = useTranslation('wallet')
  const { sent, leaving, confirm } = withdrawal
  const { sending, refusal, outcomeUnknown, inquiry, accept } = withdrawal.intention
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      {children}
      {sent?.isReviewed && <Notice tone="info">{t('withdraw.reviewed')}</Notice>}
      <Notice tone="info">{t('withdraw.scam')}</Notice>
      {outcomeUnknown ? (
        <chakra.div display="grid" gap="3">
          <UnknownOutcome inquiry={inquiry} />
          {/* Without its code, as after a reload, nothing could be sent again. */}
          {sent && (
            <ServerButton size="lg" full loading={inquiry === 'asking'} onClick={accept}>
              {t('deposit.again')}
            </ServerButton>
          )}
        </chakra.div>
      ) : (
        sent &&
        leaving && (
          <>
            <CodeForm {...{ leaving, sent, sending, refusal, yes }} confirm={(code) => confirm({ code })} />
            <PasskeyInstead leaving={leaving} disabled={sending} confirm={(passkey) => confirm({ passkey })} />
          </>
        )
      )}
      <Button variant="quiet" full disabled={sending} onClick={withdrawal.goBack}>
        {back}
      </Button>
    </chakra.div>
  )
}

interface CodeFormProps {
  readonly leaving: Leaving
  readonly sent: SentCode
  readonly sending: boolean
  readonly refusal: ApiRefusal | undefined
  readonly yes: string
  readonly confirm: (code: string) => void
}

function CodeForm({ leaving, sent, sending, refusal, yes, confirm }: CodeFormProps) {
  const { t: ofUi } = useTranslation('ui')
  const typed = useTypedCode({ sent, leaving, refusal })
  const { waiting, isComplete, clock, code } = typed
  const submit = () => {
    if (!waiting) return clock.sendAgain()
    if (isComplete && !sending) confirm(code)
  }
  return (
    <Form onSubmit={submit}>
      <CodeFields typed={typed} busy={sending} onComplete={confirm} />
      <ServerButton type="submit" size="lg" full loading={waiting ? sending : clock.sending.isPending}>
        {waiting ? yes : ofUi('code.again')}
      </ServerButton>
    </Form>
  )
}
