import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Form } from '#client/ui/form.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { requestIdentityCode } from './account.commands.ts'
import { ACCOUNT_STEPS, type AccountField, type AccountStep, presentStep, stepOf } from './account-form.logic.ts'
import { AccountReview, StepActions } from './account-review.tsx'
import { AddressSection, DocumentsSection, PersonalSection } from './account-sections.tsx'
import { AccountStatus, VerifiedAccount } from './account-status.tsx'
import { BankSection } from './bank-section.tsx'
import { CountryBar } from './country-bar.tsx'
import { refusedFields, useAccountForm } from './use-account-form.ts'

type AccountScreenProps = {
  account: Session
  /** The contacts: shown with the verified account, or in the first step of the form. */
  contacts?: ReactNode
  /** The photos that were sent: shown with the verified account, or in their step of the form. */
  photos?: ReactNode
  /** Called when the form was accepted. `verify`: the identity code is the next step. */
  onSubmitted: (next: { verify: boolean }) => void
}

export function AccountScreen(props: AccountScreenProps) {
  const { account, contacts, photos } = props
  const form = useAccountForm(account)
  if (!form.settled) return <AccountSteps {...props} form={form} />
  return (
    <chakra.div display="grid" gap="4">
      <AccountHead account={account} />
      <VerifiedAccount form={form} account={account} />
      {contacts}
      {photos}
    </chakra.div>
  )
}

/** Shows the user's invitation code once the user is verified. */
function AccountHead({ account, reviewing }: ComponentProps<typeof AccountStatus>) {
  const { t } = useTranslation('account')
  return (
    <div>
      <PageHeading
        title={t('title')}
        {...(account.authorized ? { aside: <ReferralCode code={account.referralCode} /> } : {})}
      />
      <AccountStatus account={account} reviewing={reviewing} />
    </div>
  )
}

/** The code that friends enter when they sign up. */
function ReferralCode({ code }: { code: string }) {
  const { t } = useTranslation('account')
  return (
    <chakra.div display="flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted">
      <span>
        {t('referral')}{' '}
        <chakra.bdi dir="ltr" color="fg" fontWeight="semibold">
          {code}
        </chakra.bdi>
      </span>
      <CopyButton text={code} />
    </chakra.div>
  )
}

type AccountStepsProps = AccountScreenProps & { form: ReturnType<typeof useAccountForm> }

/** The form, step by step. Each step shows its problems before the user can go on; the last one shows all data and sends it. */
function AccountSteps({ form, account, contacts, photos, onSubmitted }: AccountStepsProps) {
  const { t } = useTranslation('account')
  const steps = ACCOUNT_STEPS.filter((step) => step !== 'bank' || !form.abroad)
  const { step, goTo, element } = useStep(() => firstStep({ steps, isComplete: form.isComplete }))
  const [asksCountry, setAsksCountry] = useState(false)
  const sendCode = useMutation({ mutationFn: requestIdentityCode })
  // A fault that the server finds leads to the step with its field.
  const leadToFault = (error: unknown) => {
    const [first] = error instanceof ApiRefusal ? refusedFields(error) : []
    if (first) goTo(stepOf(first.field), first.field)
  }
  const submit = async () => {
    if (form.isPreparing) return
    if (step !== 'review') {
      form.attempt(step)
      if (form.isComplete(step)) goTo(steps[steps.indexOf(step) + 1] ?? 'review')
      return
    }
    if (form.firstProblem) return form.attempt('review')
    const accepted = await form.submit.mutateAsync(form.draft).catch(leadToFault)
    if (!accepted) return
    const { verificationNeeded } = accepted
    showToast({ tone: 'success', title: t(verificationNeeded ? 'submit.done' : 'submit.pending') })
    // If the code could not be sent, the next page offers to send it.
    if (verificationNeeded) await sendCode.mutateAsync().catch(() => undefined)
    onSubmitted({ verify: verificationNeeded })
  }
  return (
    <chakra.div display="grid" gap="4">
      <AccountHead account={account} reviewing={step === 'review'} />
      <chakra.div ref={element} scrollMarginTop="6rem">
        <Form onSubmit={submit}>
          <AccountProgress steps={steps} current={step} isComplete={form.isComplete} onChoose={(next) => goTo(next)} />
          {step === 'personal' && (
            <>
              <CountryBar account={account} asking={asksCountry} onAsk={setAsksCountry} />
              <PersonalSection form={form} account={account} />
              <AddressSection form={form} />
            </>
          )}
          {step === 'bank' && <BankSection form={form} />}
          {step === 'documents' && <DocumentsSection form={form} account={account} />}
          {step === 'review' && <AccountReview form={form} account={account} onEdit={(next) => goTo(next)} />}
          <StepActions
            form={form}
            step={step}
            back={steps[steps.indexOf(step) - 1]}
            sending={form.submit.isPending || sendCode.isPending || form.isPreparing}
            onStep={(next) => goTo(next)}
            onField={(field) => goTo(stepOf(field), field)}
          />
        </Form>
      </chakra.div>
      {step === 'personal' && contacts}
      {step === 'documents' && photos}
    </chakra.div>
  )
}

/** The control to focus for a field: its own, or the first of several. */
const CONTROL_OF: { readonly [Field in AccountField]?: string } = {
  birthDay: '[name="birthDay.day"]',
  bankAccounts: '[data-part=bankAccounts] button',
}

type StepsBefore = { steps: readonly AccountStep[]; isComplete: (step: AccountStep) => boolean }

/** The step that a reload returns to: the one before the reload, or an earlier one whose photos or cards were lost. */
function firstStep({ steps, isComplete }: StepsBefore): AccountStep {
  const before = steps.slice(0, steps.indexOf(presentStep.read() ?? 'personal'))
  return before.find((step) => !isComplete(step)) ?? steps[before.length] ?? 'personal'
}

/** The present step. A change of step scrolls to its start and focuses the field that it was made for. */
function useStep(begin: () => AccountStep) {
  const [{ step, field, moves }, setShown] = useState<{ step: AccountStep; field?: AccountField; moves: number }>(
    () => ({ step: begin(), moves: 0 }),
  )
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => presentStep.keep(step), [step])
  useEffect(() => {
    const form = element.current
    if (moves === 0 || !form) return
    const control = field && form.querySelector<HTMLElement>(CONTROL_OF[field] ?? `[name="${field}"]`)
    if (control) return control.focus()
    form.scrollIntoView({ block: 'start' })
    form.querySelector<HTMLElement>('[aria-current=step]')?.focus({ preventScroll: true })
  }, [moves, field])
  const goTo = (next: AccountStep, target?: AccountField) =>
    setShown((before) => ({ step: next, moves: before.moves + 1, ...(target ? { field: target } : {}) }))
  return { step, goTo, element }
}

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '1.75rem',
    height: '1.75rem',
    borderRadius: 'full',
    borderWidth: '1.5px',
    fontSize: 'sm',
    fontWeight: 'bold',
    lineHeight: '1',
  },
})

type AccountProgressProps = {
  steps: readonly AccountStep[]
  current: AccountStep
  isComplete: (step: AccountStep) => boolean
  onChoose: (step: AccountStep) => void
}

/** The steps of the form with their progress; each is a link. */
function AccountProgress({ steps, current, isComplete, onChoose }: AccountProgressProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  return (
    <chakra.nav aria-label={t('steps.label')}>
      <chakra.ol display="grid" gridTemplateColumns={`repeat(${steps.length}, minmax(0, 1fr))`} gap="1">
        {steps.map((step, index) => {
          const done = step !== 'review' && isComplete(step)
          const here = step === current
          const colour = done ? 'buy' : here ? 'gold' : 'fg.muted'
          return (
            <chakra.li key={step} minWidth="0" borderTopWidth="3px" borderColor={done || here ? colour : 'line'}>
              <chakra.button
                type="button"
                aria-current={here ? 'step' : undefined}
                onClick={() => onChoose(step)}
                display="flex"
                flexDirection={{ base: 'column', md: 'row' }}
                alignItems="center"
                justifyContent="center"
                gap="1.5"
                width="full"
                minHeight="tap"
                paddingBlock="2"
                fontSize="xs"
                fontWeight={here ? 'bold' : 'medium'}
                color={here ? 'fg' : 'fg.muted'}
              >
                <Mark color={colour} borderColor={colour}>
                  {done ? <Check size={15} aria-hidden="true" /> : showDigits(String(index + 1), language)}
                </Mark>
                <span>{t(`steps.${step}`)}</span>
                {done && <chakra.span srOnly>{t('steps.done')}</chakra.span>}
              </chakra.button>
            </chakra.li>
          )
        })}
      </chakra.ol>
    </chakra.nav>
  )
}
