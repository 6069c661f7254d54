import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail, MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx'
import { type BegunChange, beginTwoStep, type TwoStepMethod } from './security.commands.ts'
import { type Security, securityQuery } from './security.queries.ts'
import { TwoStepChoice } from './two-step-choice.tsx'
import { EmailSheet, TwoStepCodeSheet } from './two-step-sheets.tsx'

const METHODS = [
  { method: 'SMS', icon: MessageSquareText },
  { method: 'EMAIL', icon: Mail },
  { method: 'GOOGLE_AUTHENTICATOR', icon: Smartphone },
] as const

/** The method of a login's second step, and the recovery codes for when it is lost. */
export function TwoStepSection() {
  const { t } = useTranslation('settings')
  const query = useQuery(securityQuery())
  return (
    <Section title={t('twoStep.title')} note={t('twoStep.note')}>
      {query.data ? (
        <TwoStep security={query.data.baseDTO} />
      ) : (
        <QueryPlaceholder query={query} rows={3} height="4rem" />
      )}
    </Section>
  )
}

/** The sheet that is open over the section: for an address, the code of a change, or the new recovery codes. */
type Open =
  | { kind: 'email'; refused?: { email: string; error: Error } }
  | { kind: 'code'; change: BegunChange; email?: string | undefined }
  | { kind: 'codes'; codes: readonly string[] }

function TwoStep({ security }: { security: Security }) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const present = security.twoStepAuthenticationType
  // The pressed method is shown as chosen right away. If its code cannot be sent, or the sheet is closed, the present method is shown again.
  const [wanted, setWanted] = useState<TwoStepMethod>()
  const [open, setOpen] = useState<Open>()
  const begin = useMutation({ mutationFn: beginTwoStep })
  const emailError = begin.error ?? (open?.kind === 'email' ? open.refused?.error : undefined)
  const leave = () => {
    setWanted(undefined)
    setOpen(undefined)
  }
  const send = (method: TwoStepMethod, email?: string) =>
    begin.mutate(
      { method, email },
      { onSuccess: (change) => setOpen({ kind: 'code', change, email }), onError: () => setWanted(undefined) },
    )
  const choose = (method: TwoStepMethod) => {
    begin.reset()
    setWanted(method)
    if (method === 'EMAIL' && security.emailForCodes === null) setOpen({ kind: 'email' })
    else send(method)
  }
  const finish = (method: TwoStepMethod, codes: readonly string[]) => {
    showToast({
      tone: 'success',
      title: t(`twoStep.changed.${method}`),
      text: t(`twoStep.changed.hold.${WITHDRAWALS}`),
    })
    setWanted(undefined)
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined)
  }
  return (
    <chakra.div display="grid" gap="4">
      {begin.isError && open?.kind !== 'email' && <RefusalNotice error={begin.error} />}
      <Choices
        security={security}
        chosen={wanted ?? present}
        busy={begin.isPending ? wanted : undefined}
        onChoose={choose}
      />
      <RecoveryCodesRow unused={security.recoveryCodesLeft} onRenewed={(codes) => setOpen({ kind: 'codes', codes })} />
      {open?.kind === 'email' && (
        <EmailSheet
          refused={open.refused?.email ?? ''}
          busy={begin.isPending}
          problem={emailError ? sentenceOf(emailError) : undefined}
          onEmail={(email) => send('EMAIL', email)}
          onClose={leave}
        />
      )}
      {open?.kind === 'code' && (
        <TwoStepCodeSheet
          change={open.change}
          email={open.email}
          onOtherEmail={security.email === null ? () => setOpen({ kind: 'email' }) : undefined}
          onTaken={(error) =>
            setOpen({ kind: 'email', refused: { email: open.email ?? security.emailForCodes ?? '', error } })
          }
          onChanged={(codes) => finish(open.change.method, codes)}
          onClose={leave}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodesSheet codes={open.codes} onClose={leave} />}
    </chakra.div>
  )
}

type ChoicesProps = {
  security: Security
  chosen: TwoStepMethod
  /** The method whose code is being sent. */
  busy: TwoStepMethod | undefined
  onChoose: (method: TwoStepMethod) => void
}

function Choices({ security, chosen, busy, onChoose }: ChoicesProps) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const contacts = {
    SMS: showDigits(security.mobileNumber, language),
    EMAIL: security.emailForCodes,
    GOOGLE_AUTHENTICATOR: null,
  }
  return (
    <chakra.div role="radiogroup" aria-label={t('twoStep.title')} display="grid" gap="2.5">
      {METHODS.map(({ method, icon: Icon }) => (
        <TwoStepChoice
          key={method}
          icon={<Icon size={20} aria-hidden="true" />}
          name={t(`twoStep.method.${method}`)}
          text={t(`twoStep.about.${method}`)}
          contact={contacts[method]}
          chosen={method === chosen}
          present={method === security.twoStepAuthenticationType}
          busy={method === busy}
          disabled={busy !== undefined}
          onChoose={() => onChoose(method)}
        />
      ))}
    </chakra.div>
  )
}
