import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signByPasskey } from '#client/entities/session/passkeys.ts'
import { usePasskeySentence } from '#client/entities/session/use-passkey-sentence.ts'
import { callApi } from '#client/lib/call-api.ts'
import { askedPurpose } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { beginPasskeyProof, proveByPasskey } from '#contract/passkeys.ts'

/** A proof by a passkey instead of the second step. */
export function PasskeyProof({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('passkeys')
  const sentenceOf = usePasskeySentence()
  const prove = useMutation({
    mutationFn: async () => {
      const { flowToken, options } = (await callApi(beginPasskeyProof, {})).baseDTO
      await callApi(proveByPasskey, {
        body: { flowToken, credential: await signByPasskey(options), purpose: askedPurpose() },
      })
    },
  })
  return (
    <>
      <chakra.p fontSize="sm" color="fg.muted">
        {t('prove.text')}
      </chakra.p>
      {prove.isError && <Notice tone="error">{sentenceOf(prove.error)}</Notice>}
      <Button
        size="lg"
        full
        icon={<KeyRound size={18} aria-hidden="true" />}
        loading={prove.isPending || prove.isSuccess}
        onClick={() => prove.mutate(undefined, { onSuccess: onProven })}
      >
        {t('prove.action')}
      </Button>
    </>
  )
}
