import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { finishProof } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeForm } from '#client/ui/code-form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { type CodeOnItsWay, useProve, useResendProofCode, useSentCode } from './proof.commands.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'

/** Asks for the second step before something that needs a fresh proof. Left, what was asked for does not happen. */
export default function ProofSheet() {
  const { t } = useTranslation('proof')
  const [byRecovery, setByRecovery] = useState(false)
  const sent = useSentCode()
  return (
    <Sheet open title={t('title')} onClose={() => finishProof(false)}>
      <chakra.div display="grid" gap="4">
        {byRecovery ? <RecoveryCodeForm onProven={() => finishProof(true)} /> : <SecondStep sent={sent} />}
        <Button variant="ghost" full onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? t('bySecondStep') : t('byRecovery')}
        </Button>
      </chakra.div>
    </Sheet>
  )
}

function SecondStep({ sent }: { sent: ReturnType<typeof useSentCode> }) {
  const sentenceOf = useSentenceOf()
  const { t } = useTranslation('proof')
  if (sent.isError)
    return (
      <Notice
        tone="error"
        action={
          <Button variant="quiet" size="sm" loading={sent.isFetching} onClick={() => void sent.refetch()}>
            {t('again')}
          </Button>
        }
      >
        {sentenceOf(sent.error)}
      </Notice>
    )
  return sent.data ? <SentCode sent={sent.data} /> : <SkeletonRows rows={3} height="3.25rem" />
}

function SentCode({ sent }: { sent: CodeOnItsWay }) {
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
        ask={useResendProofCode()}
        onChecked={() => finishProof(true)}
      />
    </>
  )
}
