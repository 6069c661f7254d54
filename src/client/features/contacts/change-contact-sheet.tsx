import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { sessionQuery } from '#client/entities/session/session.ts'
import { ApiRefusal, callApi, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { deadlineIn } from '#client/lib/sent-code.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeChallenge } from '#client/ui/code-challenge.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { showToast } from '#client/ui/toasts.ts'
import {
  type CodeAwaited,
  changeEmail,
  changeMobile,
  checkEmailOtp,
  checkMobileOtp,
  resendEmailOtp,
  resendMobileOtp,
} from '#contract/contacts.ts'
import { LOCAL_MOBILE_LENGTH } from '#domain/mobile-number.ts'
import { type ContactForm, type ContactKind, typeContact, validateContact } from './contact-form.logic.ts'

type ChangeContactProps = {
  kind: ContactKind
  /** The present contact, if it is verified. */
  proven: string | undefined
  /** A suggestion for the new contact: the address of the account form. */
  suggested?: string
  onClose: () => void
}

/** Two steps: first the old and the new contact; then the code of the old one, if it is verified, and that of the new one. */
export function ChangeContactSheet({ kind, proven, suggested = '', onClose }: ChangeContactProps) {
  const { t } = useTranslation('contacts')
  const [form, setForm] = useState<ContactForm>({ old: '', new: suggested })
  const [awaited, setAwaited] = useState<AwaitedCode>()
  const [ended, setEnded] = useState<ApiRefusal>()
  return (
    <Sheet open onClose={onClose} title={proven === undefined ? t(`prove.${kind}`) : t(`change.${kind}`)}>
      {awaited ? (
        <CodeStep
          kind={kind}
          isFirst={proven === undefined}
          awaited={awaited}
          onAwaited={setAwaited}
          onEnded={(refusal) => {
            setEnded(refusal)
            setAwaited(undefined)
          }}
          onClose={onClose}
        />
      ) : (
        <ContactStep
          kind={kind}
          proven={proven}
          form={form}
          ended={ended}
          onChange={(changed) => {
            setForm(changed)
            setEnded(undefined)
          }}
          onSent={setAwaited}
        />
      )}
    </Sheet>
  )
}

type ContactStepProps = Pick<ChangeContactProps, 'kind' | 'proven'> & {
  form: ContactForm
  /** The refusal that ended the previous change. */
  ended: ApiRefusal | undefined
  onChange: (form: ContactForm) => void
  onSent: (awaited: AwaitedCode) => void
}

function ContactStep({ kind, proven, form, ended, onChange, onSent }: ContactStepProps) {
  const { t } = useTranslation('contacts')
  const [attempted, setAttempted] = useState(false)
  const begin = useBeginContactChange(kind)
  const problems = validateContact(kind, form, { proven })
  const error = begin.isIdle ? ended : begin.error
  const refused = error instanceof ApiRefusal ? error : undefined
  const problemOf = (field: keyof ContactForm) => {
    if (refused?.field?.startsWith(field)) return refused.message
    const problem = attempted ? problems[field] : undefined
    return problem && t(`problem.${kind}.${problem}`)
  }
  const submit = () => {
    setAttempted(true)
    if (!problems.old && !problems.new) begin.mutate(form, { onSuccess: onSent })
  }
  const field = (name: keyof ContactForm, label: string) => (
    <ContactField
      kind={kind}
      label={label}
      name={name}
      value={form[name]}
      problem={problemOf(name)}
      onChange={(text) => {
        onChange({ ...form, [name]: typeContact(kind, text) })
        if (begin.isError) begin.reset()
      }}
    />
  )
  return (
    <Form onSubmit={submit}>
      {error && !refused?.field && <RefusalNotice error={error} />}
      {proven !== undefined && field('old', t(`old.${kind}`))}
      {field('new', proven === undefined ? t(`name.${kind}`) : t(`new.${kind}`))}
      {proven !== undefined && (
        <Notice tone="info" action={WITHDRAWALS === 'open' && <HoldHelp />}>
          {t(`hold.${WITHDRAWALS}`)}
        </Notice>
      )}
      <Button type="submit" size="lg" full loading={begin.isPending}>
        {t('send')}
      </Button>
    </Form>
  )
}

type ContactFieldProps = {
  kind: ContactKind
  label: string
  name: keyof ContactForm
  value: string
  problem: string | undefined
  onChange: (text: string) => void
}

function ContactField({ kind, name, ...rest }: ContactFieldProps) {
  const common = { ...rest, name: `${name}Contact`, required: true }
  return kind === 'MOBILE' ? (
    <DigitsField
      {...common}
      type="tel"
      autoComplete="tel"
      placeholder="0912 345 6789"
      lengthMax={LOCAL_MOBILE_LENGTH}
      keep={(text) => typeContact('MOBILE', text)}
    />
  ) : (
    <TextField {...common} type="email" inputMode="email" autoComplete="email" maxLength={254} ltr />
  )
}

type CodeStepProps = {
  kind: ContactKind
  /** The account has no verified contact that this one would replace. */
  isFirst: boolean
  awaited: AwaitedCode
  onAwaited: (awaited: AwaitedCode) => void
  /** Called when the change has ended without effect. */
  onEnded: (refusal: ApiRefusal) => void
  onClose: () => void
}

/** The form for the awaited code. After the code of the old contact, it asks for that of the new one. */
function CodeStep({ kind, isFirst, awaited, onAwaited, onEnded, onClose }: CodeStepProps) {
  const { t } = useTranslation('contacts')
  const language = useLanguage()
  const textId = useId()
  const sentTo = awaited.starTwoStepAuthentication
  const contact = isolated(kind === 'MOBILE' ? showDigits(sentTo, language) : sentTo)
  const finish = (isUnderReview: boolean) => {
    const done = isFirst && kind === 'EMAIL' ? t('done.added') : t(`done.${kind}.${WITHDRAWALS}`)
    showToast({ tone: 'success', title: isUnderReview ? t('done.review') : done })
    onClose()
  }
  return (
    <chakra.section display="grid" gap="4" aria-describedby={textId}>
      <chakra.p id={textId} fontSize="sm" color="fg.muted">
        {t(`code.${awaited.contact}.${kind}`, { contact })}
      </chakra.p>
      <CodeChallenge
        key={awaited.contact}
        length={awaited.codeLength === 5 ? 5 : 6}
        deadline={awaited.deadline}
        check={useCheckContactCode(kind)}
        usedUpBy={NEXT_NOT_SENT}
        send={async () => {
          const sent = await sendContactCode(kind)
          onAwaited(sent)
          return sent.deadline
        }}
        onRefused={(error) => isEndOfChange(error) && onEnded(error)}
        onChecked={({ next, authenticationType }) =>
          next ? onAwaited(next) : finish(authenticationType === 'INFORMATION_CHANGED_PENDING')
        }
      />
    </chakra.section>
  )
}

/** The contact that a code was sent to, and the time at which it expires, in milliseconds since 1970. */
type AwaitedCode = z.output<typeof CodeAwaited> & { readonly deadline: number }

const dated = (awaited: z.output<typeof CodeAwaited>): AwaitedCode => ({
  ...awaited,
  deadline: deadlineIn(awaited.expiresInSeconds),
})

/** Requests the first code. */
function useBeginContactChange(kind: ContactKind) {
  return useMutation({
    mutationFn: async (form: ContactForm) => {
      const { baseDTO } =
        kind === 'MOBILE'
          ? await callApi(changeMobile, { body: { oldMobileNumber: form.old, newMobileNumber: form.new } })
          : await callApi(changeEmail, { body: { oldEmail: form.old.trim(), newEmail: form.new.trim() } })
      return dated(baseDTO)
    },
  })
}

/** Refusals that end a change: it has to start again. */
const ENDS = [
  ...(['CONTACT_CHANGE_NOT_BEGUN', 'CONTACT_LOCKED', 'MOBILE_NATIONAL_CODE_MISMATCH'] as const),
  ...(['MOBILE_TAKEN', 'EMAIL_TAKEN'] as const),
]

const isEndOfChange = (error: unknown): error is ApiRefusal => ENDS.some((code) => isRefusal(error, code))

/** Requests another code. It may be that of the new contact, if it could not be sent before. */
const sendContactCode = async (kind: ContactKind): Promise<AwaitedCode> =>
  dated((await callApi(kind === 'MOBILE' ? resendMobileOtp : resendEmailOtp, {})).baseDTO)

/** Refusals to send the next code: the code before it is used up, and a resend continues the change. */
const NEXT_NOT_SENT = ['TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'] as const

/** Sends the awaited code. Resolves to the next awaited code or, once the contact is changed, to the new state of the verification. */
function useCheckContactCode(kind: ContactKind) {
  const client = useQueryClient()
  return async (otp: string) => {
    const { baseDTO } = await callApi(kind === 'MOBILE' ? checkMobileOtp : checkEmailOtp, { body: { otp } })
    const { next, authenticationType } = baseDTO
    if (next) return { next: dated(next), authenticationType }
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    return { next: undefined, authenticationType }
  }
}
