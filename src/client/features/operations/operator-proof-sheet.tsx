import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { finishProof } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useOperatorProof } from './operator.queries.ts'

const CODE_DIGITS = 6

/** Asks an operator for a code of the authenticator before an act that reaches far. Left, the act does not happen. */
export function OperatorProofSheet() {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const prove = useOperatorProof()
  const isWhole = code.length === CODE_DIGITS
  const missing = checked && !isWhole ? ofDesk('proof.missing') : undefined
  return (
    <Sheet open title={ofDesk('proof.title')} onClose={() => finishProof(false)}>
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="4">
        {ofDesk('proof.text')}
      </chakra.p>
      <Form
        noValidate
        onSubmit={() => {
          setChecked(true)
          if (isWhole) prove.mutate(code, { onSuccess: () => finishProof(true), onError: () => setCode('') })
        }}
      >
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
            prove.reset()
          }}
          problem={prove.isError ? sentenceOf(prove.error) : missing}
        />
        <Button type="submit" size="lg" full loading={prove.isPending || prove.isSuccess}>
          {ofDesk('proof.action')}
        </Button>
      </Form>
    </Sheet>
  )
}
