import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signByPasskey, usePasskeySentence } from '#client/entities/session/passkeys.ts'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { beginPasskeyDelivery } from '#contract/deliveries.ts'
import { getPasskeys } from '#contract/passkeys.ts'
import { beginPasskeyWithdrawal } from '#contract/withdrawals.ts'
import { isDelivery, type Leaving, type Proof } from './withdrawal-code.tsx'

interface PasskeyInsteadProps {
  readonly leaving: Leaving
  readonly disabled: boolean
  readonly confirm: (passkey: NonNullable<Proof['passkey']>) => void
  /** The question was refused, as the code of the same withdrawal would be. */
  readonly onRefused?: (error: Error) => void
}

/** The way for users who have a passkey: the device asks for their finger or face in place of the code. */
export function PasskeyInstead({ leaving, disabled, confirm, onRefused }: PasskeyInsteadProps) {
  const { t } = useTranslation('wallet')
  const sentenceOf = usePasskeySentence()
  const passkeys = useQuery({ ...endpointQuery(getPasskeys, {}), retry: false })
  const signing = useMutation({
    mutationFn: async () => {
      const { baseDTO } = isDelivery(leaving)
        ? await callApi(beginPasskeyDelivery, { body: leaving })
        : await callApi(beginPasskeyWithdrawal, { body: leaving })
      const { flowToken, options } = baseDTO
      return { flowToken, credential: await signByPasskey(options) }
    },
    onSuccess: confirm,
    onError: (error) => onRefused?.(error),
  })
  if (!passkeys.data?.content.length) return null
  return (
    <>
      {signing.error && <Notice tone="error">{sentenceOf(signing.error)}</Notice>}
      <Button variant="ghost" full disabled={disabled} loading={signing.isPending} onClick={() => signing.mutate()}>
        {t('withdraw.byPasskey')}
      </Button>
    </>
  )
}
