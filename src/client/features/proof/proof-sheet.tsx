import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { finishProof } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeForm } from '#client/ui/code-form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalText } from '#client/ui/refusal-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { getPasskeys } from '#contract/passkeys.ts'
import { getSecurity } from '#contract/security.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import { type CodeOnItsWay, useProofCode, useProve } from './proof.commands.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'

/** Asks for the second step before a call that needs a recent proof. If the user closes it, the call is not made. */
export default function ProofSheet() {
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
  const proven = () => finishProof(true)
  return (
    <Sheet
      open
      title={t(`title.${way === 'bySecondStep' ? (proofCode.code?.method ?? 'any') : (way ?? 'any')}`)}
      onClose={() => finishProof(false)}
    >
      <chakra.div display="grid" gap="4">
        {way === undefined && <SkeletonRows rows={3} height="3.25rem" />}
        {way === 'byPasskey' && <PasskeyProof onProven={proven} />}
        {way === 'byRecovery' && <RecoveryCodeForm onProven={proven} />}
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

function SecondStep({ code, first, resend }: ReturnType<typeof useProofCode>) {
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
  return code ? <SentCode sent={code} resend={resend} /> : <SkeletonRows rows={3} height="3.25rem" />
}

interface SentCodeProps {
  readonly sent: CodeOnItsWay
  readonly resend: ReturnType<typeof useProofCode>['resend']
}

function SentCode({ sent, resend }: SentCodeProps) {
  const { t } = useTranslation('proof')
  const language = useLanguage()
  return (
    <>
      <chakra.p fontSize="sm" color="fg.muted">
        {t(`text.${sent.method}`)}{' '}
        {sent.contact !== null && (
          <chakra.span color="fg" fontWeight="semibold">
            <bdi dir="ltr">{sent.method === 'SMS' ? showDigits(sent.contact, language) : sent.contact}</bdi>
          </chakra.span>
        )}
      </chakra.p>
      <CodeForm
        length={6}
        deadline={sent.deadline}
        check={useProve()}
        ask={resend}
        onChecked={() => finishProof(true)}
      />
    </>
  )
}
