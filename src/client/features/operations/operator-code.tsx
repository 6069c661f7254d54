import { chakra } from '@chakra-ui/react'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { finishProof, followProof, proofAsked } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
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

/**
 * An act's form calls it with `true` while its act runs and with `false` afterwards: the form asks for the code itself, so no sheet opens over it.
 */
export const ActUnderWay = createContext<(isUnderWay: boolean) => void>(() => undefined)

/** The code of the authenticator in the form of the act that the server requires it for; `undefined` while none is required. */
export function useAskedCode(isPending: boolean) {
  const setUnderWay = use(ActUnderWay)
  useEffect(() => {
    if (!isPending) return
    setUnderWay(true)
    return () => setUnderWay(false)
  }, [isPending, setUnderWay])
  const prover = useSyncExternalStore(followProof, proofAsked)
  const { field, prove, isSending } = useOperatorCode()
  if (!isPending || prover !== 'operator') return undefined
  return { field, prove, isSending, leave: () => finishProof(false) }
}

/** Asks an operator for a code of the authenticator before an act with large effects that has no form. If it is closed, the act is not executed. */
export function OperatorProofSheet() {
  const { t } = useTranslation('desk')
  const { field, prove, isSending } = useOperatorCode()
  return (
    <Sheet open title={t('proof.title')} onClose={() => finishProof(false)}>
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="4">
        {t('proof.text')}
      </chakra.p>
      <Form onSubmit={prove}>
        {field}
        <Button type="submit" size="lg" full loading={isSending}>
          {t('proof.action')}
        </Button>
      </Form>
    </Sheet>
  )
}
