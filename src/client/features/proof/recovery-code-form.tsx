import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecoveryCodesLeft } from '#client/entities/session/use-recovery-codes-left.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useProve } from './proof.commands.ts'

/** The number of letters and digits of a recovery code, without its dashes. */
const LETTERS = 16

/** A proof by a recovery code instead of the second step. */
export function RecoveryCodeForm({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('proof')
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [attempted, setAttempted] = useState(false)
  const prove = useProve()
  const sayCodesLeft = useRecoveryCodesLeft()
  const isWhole = code.replace(/[^\p{L}\p{N}]/gu, '').length === LETTERS
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAttempted(true)
        const onSuccess = () => {
          onProven()
          void sayCodesLeft()
        }
        if (isWhole) prove.mutate(code, { onSuccess })
      }}
    >
      <TextField
        label={t('recovery.label')}
        hint={t('recovery.hint')}
        name="recoveryCode"
        autoComplete="off"
        ltr
        maxLength={30}
        value={code}
        onChange={(text) => {
          setCode(text)
          setAttempted(false)
          prove.reset()
        }}
        problem={prove.isError ? sentenceOf(prove.error) : attempted && !isWhole ? t('recovery.partial') : undefined}
      />
      <Button type="submit" size="lg" full loading={prove.isPending || prove.isSuccess}>
        {t('recovery.action')}
      </Button>
    </Form>
  )
}
