import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { sessionQuery } from '#client/entities/session/session.ts'
import { type ApiRefusal, callApi, isRefusal } from '#client/lib/call-api.ts'
import { deadlineIn } from '#client/lib/sent-code.ts'
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
  deadline: deadlineIn(awaited.expiresInSeconds),
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

export const isEndOfChange = (error: unknown): error is ApiRefusal => ENDS.some((code) => isRefusal(error, code))

/** Requests another code. It may be that of the new contact, if it could not be sent before. */
export const sendContactCode = async (kind: ContactKind): Promise<AwaitedCode> =>
  dated((await callApi(kind === 'MOBILE' ? resendMobileOtp : resendEmailOtp, {})).baseDTO)

/** Refusals to send the next code: the code before it is used up, and a resend continues the change. */
export const NEXT_NOT_SENT = ['TOO_MANY_REQUESTS', 'SMS_OTP_UNAVAILABLE', 'EMAIL_OTP_UNAVAILABLE'] as const

/** Sends the awaited code. Resolves to the next awaited code or, once the contact is changed, to the new state of the verification. */
export function useCheckContactCode(kind: ContactKind) {
  const client = useQueryClient()
  return async (otp: string) => {
    const { baseDTO } = await callApi(kind === 'MOBILE' ? checkMobileOtp : checkEmailOtp, { body: { otp } })
    const { next, authenticationType } = baseDTO
    if (next) return { next: dated(next), authenticationType }
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    return { next: undefined, authenticationType }
  }
}
