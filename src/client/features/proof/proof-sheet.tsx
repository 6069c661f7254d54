import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { signByPasskey, usePasskeySentence } from '#client/entities/session/passkeys.ts'
import { RecoveryCodeForm } from '#client/entities/session/recovery-code-form.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { askedPurpose, finishProof } from '#client/lib/proof.ts'
import { type CodeDeadline, deadlineIn } from '#client/lib/sent-code.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeChallenge, SentTo } from '#client/ui/code-challenge.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalText } from '#client/ui/refusal-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { beginPasskeyProof, getPasskeys, proveByPasskey } from '#contract/passkeys.ts'
import { getSecurity, prove, sendCode } from '#contract/security.ts'
import type { TwoStepType } from '#contract/values.ts'

/** Asks for the second step before a call that needs a recent proof. If the user closes it, the call is not made. */
export default function ProofSheet(): ReactNode {
  const { t } = useTranslation('proof')
  const passkeys = useQuery({ ...endpointQuery(getPasskeys, {}), retry: false, networkMode: 'always' })
  const hasPasskeys = (passkeys.data?.content.length ?? 0) > 0
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? firstWay({ isPending: passkeys.isPending, hasPasskeys })
  const proofCode = useProofCode({ enabled: way === 'bySecondStep' })
  const security = useQuery({ ...endpointQuery(getSecurity, {}), retry: false, networkMode: 'always' })
  // Without an answer, recovery codes are offered, since the user may have some.
  const hasCodes = security.isError || (security.data?.baseDTO.recoveryCodesLeft ?? 0) > 0
  const possible = { byPasskey: hasPasskeys, bySecondStep: true, byRecovery: hasCodes }
  const ways = WAYS.filter((other) => other !== way && possible[other])
  return (
    <Sheet
      open
      title={t(`title.${way === 'bySecondStep' ? (proofCode.code?.method ?? 'any') : (way ?? 'any')}`)}
      onClose={() => finishProof(false)}
    >
      <chakra.div display="grid" gap="4">
        {way === undefined && <SkeletonRows rows={3} height="3.25rem" />}
        {way === 'byPasskey' && <PasskeyProof onProven={proven} />}
        {way === 'byRecovery' && (
          <RecoveryCodeForm
            label={t('recovery.label')}
            hint={t('recovery.hint')}
            partial={t('recovery.partial')}
            action={t('recovery.action')}
            check={checkCode}
            onChecked={proven}
          />
        )}
        {way === 'bySecondStep' && <SecondStep {...proofCode} />}
        <chakra.div display="grid" gap="1">
          {way !== undefined &&
            ways.map((other) => (
              <Button key={other} variant="ghost" full onClick={() => setChosen(other)}>
                {t(other)}
              </Button>
            ))}
        </chakra.div>
      </chakra.div>
    </Sheet>
  )
}

const WAYS = ['byPasskey', 'bySecondStep', 'byRecovery'] as const
type Way = (typeof WAYS)[number]

/** A user with a passkey starts with it, so that no code has to be sent. */
function firstWay({ isPending, hasPasskeys }: { isPending: boolean; hasPasskeys: boolean }): Way | undefined {
  if (isPending) return undefined
  return hasPasskeys ? 'byPasskey' : 'bySecondStep'
}

/** A code is sent when it is first needed, once only, however often the user switches between ways of proof. */
function useProofCode({ enabled }: { enabled: boolean }) {
  const [code, setCode] = useState<ProofCode>()
  const send = async () => {
    const { baseDTO } = await callApi(sendCode, { body: { purpose: askedPurpose() } })
    const { twoStepAuthenticationType: method, starTwoStepAuthentication: contact, expiresInSeconds } = baseDTO
    const deadline = deadlineIn(expiresInSeconds)
    setCode({ method, contact, deadline })
    return deadline
  }
  const first = useMutation({ mutationFn: send })
  const { isIdle, mutate } = first
  useEffect(() => {
    if (enabled && isIdle) mutate()
  }, [enabled, isIdle, mutate])
  return { code, first, send }
}

interface ProofCode {
  readonly method: z.output<typeof TwoStepType>
  /** Masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: CodeDeadline
}

const checkCode = (code: string) => callApi(prove, { body: { code, purpose: askedPurpose() } })
const proven = () => finishProof(true)

function SecondStep({ code, first, send }: ReturnType<typeof useProofCode>) {
  const { t } = useTranslation('proof')
  if (first.isError)
    return (
      <Notice
        tone="error"
        action={
          <Button variant="quiet" size="sm" onClick={() => first.mutate()}>
            {t('again')}
          </Button>
        }
      >
        <RefusalText error={first.error} />
      </Notice>
    )
  if (!code) return <SkeletonRows rows={3} height="3.25rem" />
  return (
    <>
      <chakra.p fontSize="sm" color="fg.muted">
        {t(`text.${code.method}`)} {code.contact !== null && <SentTo method={code.method} contact={code.contact} />}
      </chakra.p>
      <CodeChallenge length={6} deadline={code.deadline} check={checkCode} send={send} onChecked={proven} />
    </>
  )
}

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
