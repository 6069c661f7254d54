import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { PasskeyInstead } from '#client/entities/withdrawal/passkey-instead.tsx'
import {
  CodeFields,
  type Leaving,
  type Proof,
  type TypedCode,
  useTypedCode,
} from '#client/entities/withdrawal/withdrawal-code.tsx'
import type { ApiRefusal } from '#client/lib/call-api.ts'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'

interface ProofStepOptions {
  readonly leaving: Leaving
  /** The answer to the last proof. */
  readonly refusal: ApiRefusal | undefined
  readonly outcomeUnknown: boolean
  /** Called with the reason why no code is sent, or no passkey is asked. */
  readonly onRefused: (error: Error) => void
}

/**
 * The confirmation of what leaves, by its code or by a passkey. The answer of a passkey waits for the press that buys, since the price may have
 * changed while the device asked.
 */
export function useProofStep({ leaving, refusal, outcomeUnknown, onRefused }: ProofStepOptions) {
  const typed = useTypedCode({
    leaving,
    refusal: outcomeUnknown ? undefined : refusal,
    // The server takes the proof before the trade: whatever refuses the trade, another one is needed.
    usesUp: (code) => code !== 'INCORRECT_OTP',
    onNotSent: onRefused,
  })
  const [passkey, setPasskey] = useState<Proof['passkey']>()
  const [seen, setSeen] = useState(refusal)
  if (refusal !== seen) {
    setSeen(refusal)
    if (refusal) setPasskey(undefined)
  }
  const { waiting, isComplete, code } = typed
  const proof: Proof | undefined = passkey ? { passkey } : waiting && isComplete ? { code } : undefined
  return { ...{ leaving, typed, passkey, setPasskey, proof, onRefused }, isProving: waiting || passkey !== undefined }
}

/** The field of the code, or a passkey in its place. */
export function ProofStep({ step, busy }: { step: ReturnType<typeof useProofStep>; busy: boolean }) {
  const { t } = useTranslation('coinWithdrawal')
  const { typed, leaving, passkey, setPasskey, onRefused } = step
  if (passkey) return <Notice tone="success">{t('outside.byPasskey')}</Notice>
  return (
    <>
      <CodeStep typed={typed} busy={busy} />
      <PasskeyInstead leaving={leaving} disabled={busy} confirm={setPasskey} onRefused={onRefused} />
    </>
  )
}

/** The field of the code while one works; otherwise why another is needed. */
function CodeStep({ typed, busy }: { typed: TypedCode; busy: boolean }) {
  const { t } = useTranslation('coinWithdrawal')
  const { t: ofUi } = useTranslation('ui')
  const boundSentence = useBoundSentence()
  const { sent, shown, waiting, clock } = typed
  if (waiting) return <CodeFields typed={typed} busy={busy} />
  const isOfCode = shown?.code === 'CODE_EXPIRED' || shown?.code === 'PRICE_CHANGED'
  return (
    <>
      {shown && !isOfCode && (
        <Notice tone="error" urgent>
          {boundSentence(shown)}
        </Notice>
      )}
      {clock.sending.isError && <RefusalNotice error={clock.sending.error} />}
      {sent && !clock.sending.isError && (
        <Notice tone="warning">
          {shown && shown.code !== 'CODE_EXPIRED' ? t('outside.newCode') : ofUi('code.expired')}
        </Notice>
      )}
      <Notice tone="info">{t('risk')}</Notice>
    </>
  )
}
