import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { getSecurity } from '#contract/security.ts'

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
    <Form onSubmit={submit}>
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

/** Shows after the use of a recovery code how many are left. Without an answer it shows nothing, since settings show the number, too. */
function useRecoveryCodesLeft(): () => Promise<void> {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  return async () => {
    const security = await callApi(getSecurity, {}).catch(() => undefined)
    if (!security) return
    const left = security.baseDTO.recoveryCodesLeft
    const text = left === 0 ? t('recovery.none') : t('recovery.left', { unused: showDecimal(`${left}`, language) })
    showToast({ tone: 'info', title: t('recovery.used'), text })
  }
}
