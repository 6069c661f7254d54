import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useRecoveryCodesLeft } from './use-recovery-codes-left.ts'

/** The number of letters and digits of a recovery code, without its dashes. */
const LETTERS = 16

type RecoveryCodeFormProps<Outcome> = {
  label: string
  hint?: string
  /** The sentence about a code that is not whole. */
  partial: string
  action: string
  check: (code: string) => Promise<Outcome>
  onChecked: (outcome: Outcome) => void
}

/** A recovery code instead of the second step. Afterwards it says how many are left. */
export function RecoveryCodeForm<Outcome>(props: RecoveryCodeFormProps<Outcome>) {
  const { label, hint, partial, action, onChecked } = props
  const sentenceOf = useSentenceOf()
  const [code, setCode] = useState('')
  const [attempted, setAttempted] = useState(false)
  const check = useMutation({ mutationFn: props.check })
  const sayCodesLeft = useRecoveryCodesLeft()
  const isWhole = code.replace(/[^\p{L}\p{N}]/gu, '').length === LETTERS
  const submit = () => {
    setAttempted(true)
    const onSuccess = (outcome: Outcome) => {
      onChecked(outcome)
      void sayCodesLeft()
    }
    if (isWhole) check.mutate(code, { onSuccess })
  }
  return (
    <Form noValidate onSubmit={submit}>
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        name="recoveryCode"
        autoComplete="off"
        ltr
        maxLength={30}
        value={code}
        onChange={(text) => {
          setCode(text)
          setAttempted(false)
          check.reset()
        }}
        problem={check.isError ? sentenceOf(check.error) : attempted && !isWhole ? partial : undefined}
      />
      <Button type="submit" size="lg" full loading={check.isPending || check.isSuccess}>
        {action}
      </Button>
    </Form>
  )
}
