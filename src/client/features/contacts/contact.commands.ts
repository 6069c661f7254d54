import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { sessionQuery } from '#client/entities/session/session.ts'
import { ApiRefusal, callApi, isRefusal } from '#client/lib/call-api.ts'
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

/** The contact that a code was sent to, and the time at which it expires, in milliseconds since 1970. */
export type AwaitedCode = z.output<typeof CodeAwaited> & { readonly deadline: number }

const dated = (awaited: z.output<typeof CodeAwaited>): AwaitedCode => ({
  ...awaited,
  deadline: Date.now() + awaited.expiresInSeconds * 1_000,
})

/** Requests the first code. */
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

/** Refusals that end a change: it has to start again. */
const ENDS = [
  ...(['CONTACT_CHANGE_NOT_BEGUN', 'CONTACT_LOCKED', 'MOBILE_NATIONAL_CODE_MISMATCH'] as const),
  ...(['MOBILE_TAKEN', 'EMAIL_TAKEN'] as const),
]

type OnEnded = (refusal: ApiRefusal) => void

const endedBy = (onEnded: OnEnded) => (error: Error) => {
  if (error instanceof ApiRefusal && ENDS.some((code) => isRefusal(error, code))) onEnded(error)
}

/** Requests another code. Resolves to its lifetime in seconds; `onSent` gets the contact that it was sent to. */
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

/** Refusals to send the next code: the code before it is used up, and a resend continues the change. */
export const NEXT_NOT_SENT = ['TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'] as const

/** Sends the awaited code. Resolves to the next awaited code or, once the contact is changed, to the new state of the verification. */
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
