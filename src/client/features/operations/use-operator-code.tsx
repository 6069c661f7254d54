import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { finishProof } from '#client/lib/proof.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useOperatorProof } from './operator.queries.ts'

const CODE_DIGITS = 6

/** The field for a code of the authenticator, and the call that sends it as a proof; the waiting act then continues. */
export function useOperatorCode() {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const proof = useOperatorProof()
  const isWhole = code.length === CODE_DIGITS
  const goOn = () => {
    // Another act of the same form may require a code again.
    setCode('')
    setChecked(false)
    proof.reset()
    finishProof(true)
  }
  const prove = () => {
    setChecked(true)
    if (isWhole) proof.mutate(code, { onSuccess: goOn, onError: () => setCode('') })
  }
  const field = (
    <DigitsField
      label={t('login.code')}
      name="code"
      autoComplete="one-time-code"
      lengthMax={CODE_DIGITS}
      required
      value={code}
      onChange={(typed) => {
        setCode(typed)
        setChecked(false)
        proof.reset()
      }}
      problem={proof.isError ? sentenceOf(proof.error) : checked && !isWhole ? ofDesk('proof.missing') : undefined}
    />
  )
  return { field, prove, isSending: proof.isPending }
}
