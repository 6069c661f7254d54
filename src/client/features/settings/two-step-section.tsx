import { chakra } from '@chakra-ui/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail, MessageSquareText, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { RecoveryCodesRow, RecoveryCodesSheet } from './recovery-codes.tsx'
import {
  type BegunChange,
  beginTwoStep,
  type Security,
  securityQuery,
  type TwoStepMethod,
} from './security.commands.ts'
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
      <QueryView query={query} data={query.data?.baseDTO} rows={5} height={{ base: '4.3rem', md: '3.45rem' }}>
        {(security) => <TwoStep security={security} />}
      </QueryView>
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

type TwoStepChoiceProps = {
  icon: ReactNode
  name: string
  text: string
  /** The contact that receives its codes. */
  contact: string | null
  chosen: boolean
  /** The method that logins use now. */
  present: boolean
  busy: boolean
  disabled: boolean
  onChoose: () => void
}

const Row = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3.5',
    width: 'full',
    minHeight: 'tap',
    padding: '3.5',
    borderRadius: 'lg',
    borderWidth: '1px',
    borderColor: 'line',
    bg: 'sunken',
    textAlign: 'start',
    transition: 'border-color 140ms, background-color 140ms',
    _hover: { borderColor: 'line.strong' },
    '&[aria-checked=true]': { borderColor: 'gold', bg: 'gold.subtle' },
    _disabled: { cursor: 'progress' },
  },
})

/** A method as a row that is pressed as a whole. Arrow keys only move the focus, since a press sends a code. */
function TwoStepChoice(props: TwoStepChoiceProps) {
  const { icon, name, text, contact, chosen, present, busy, disabled, onChoose } = props
  const { t } = useTranslation('settings')
  return (
    // biome's rule wants a native radio, whose arrow keys would send a code each.
    <Row
      type="button"
      role="radio"
      aria-checked={chosen}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={onChoose}
    >
      <chakra.span color={chosen ? 'gold' : 'fg.muted'} display="inline-flex">
        {icon}
      </chakra.span>
      <chakra.span minWidth="0" display="grid" gap="0.5">
        <chakra.span
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap="2.5"
          rowGap="1"
          fontWeight="semibold"
          fontSize="sm"
        >
          {name}
          {present && (
            <chakra.span
              paddingInline="2"
              borderRadius="full"
              bg="buy.subtle"
              color="buy"
              fontSize="xs"
              fontWeight="semibold"
              lineHeight="1.6"
            >
              {t('twoStep.present')}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.span fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {contact === null ? text : <bdi dir="ltr">{contact}</bdi>}
        </chakra.span>
      </chakra.span>
      <Mark chosen={chosen} busy={busy} />
    </Row>
  )
}

/** The mark of a radio; a spinning ring while the code is being sent. */
function Mark({ chosen, busy }: { chosen: boolean; busy: boolean }) {
  const ring = busy
    ? ({ borderTopColor: 'transparent', animation: 'turn 700ms linear infinite' } as const)
    : { padding: '0.25rem' }
  return (
    <chakra.span
      aria-hidden="true"
      display="grid"
      width="1.25rem"
      height="1.25rem"
      borderRadius="full"
      borderWidth="2px"
      borderColor={chosen ? 'gold' : 'line.strong'}
      {...ring}
    >
      {chosen && !busy && <chakra.span borderRadius="full" bg="gold" />}
    </chakra.span>
  )
}
