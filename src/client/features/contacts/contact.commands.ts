import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiRefusal, callApi, isRefusal } from '#client/lib/call-api.ts'
import { sessionQuery } from '#client/lib/session.ts'
import {
  type CodeAwaited,
  changeEmail,
  changeMobile,
  checkEmailOtp,
  checkMobileOtp,
  resendEmailOtp,
  resendMobileOtp,
} from '#contract/contacts.ts'
import type { ContactForm, ContactKind } from './contact-form.logic.ts'

/** Where a code went, and until when it works, in milliseconds since 1970. */
export type AwaitedCode = z.output<typeof CodeAwaited> & { readonly deadline: number }

const dated = (awaited: z.output<typeof CodeAwaited>): AwaitedCode => ({
  ...awaited,
  deadline: Date.now() + awaited.expiresInSeconds * 1_000,
})

/** Has the first code sent. */
export function useBeginContactChange(kind: ContactKind) {
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

/** Refusals with which a change is over: it has to be begun again. */
const ENDS = [
  ...(['CONTACT_CHANGE_NOT_BEGUN', 'CONTACT_LOCKED', 'MOBILE_NATIONAL_CODE_MISMATCH'] as const),
  ...(['MOBILE_TAKEN', 'EMAIL_TAKEN'] as const),
]

type OnEnded = (refusal: ApiRefusal) => void

const endedBy = (onEnded: OnEnded) => (error: Error) => {
  if (error instanceof ApiRefusal && ENDS.some((code) => isRefusal(error, code))) onEnded(error)
}

/** Has another code sent. Resolves to the seconds it lives; `onSent` gets where it went. */
export function useResendContactCode(
  kind: ContactKind,
  { onSent, onEnded }: { onSent: (awaited: AwaitedCode) => void; onEnded: OnEnded },
) {
  return useMutation({
    onError: endedBy(onEnded),
    mutationFn: async () => {
      const { baseDTO } = await callApi(kind === 'MOBILE' ? resendMobileOtp : resendEmailOtp, {})
      onSent(dated(baseDTO))
      return baseDTO.expiresInSeconds
    },
  })
}

/** Refusals of the next code: the one that led to it is used up, and asking again leads on. */
export const NEXT_NOT_SENT = ['TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'] as const

/** Gives the awaited code. Resolves to the code that is awaited next, or to what the verification is where the contact is changed. */
export function useCheckContactCode(kind: ContactKind, onEnded: OnEnded) {
  const client = useQueryClient()
  return useMutation({
    onError: endedBy(onEnded),
    mutationFn: async (otp: string) => {
      const { baseDTO } = await callApi(kind === 'MOBILE' ? checkMobileOtp : checkEmailOtp, { body: { otp } })
      const { next, authenticationType } = baseDTO
      if (next) return { next: dated(next), authenticationType }
      await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
      return { next: undefined, authenticationType }
    },
  })
}
