import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
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

/** Has another code sent. Resolves to the seconds it lives; `onSent` gets where it went. */
export function useResendContactCode(kind: ContactKind, onSent: (awaited: AwaitedCode) => void) {
  return useMutation({
    mutationFn: async () => {
      const { baseDTO } = await callApi(kind === 'MOBILE' ? resendMobileOtp : resendEmailOtp, {})
      onSent(dated(baseDTO))
      return baseDTO.expiresInSeconds
    },
  })
}

/** Gives the awaited code. Resolves to the code that is awaited next, or to what the verification is where the contact is changed. */
export function useCheckContactCode(kind: ContactKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (otp: string) => {
      const { baseDTO } = await callApi(kind === 'MOBILE' ? checkMobileOtp : checkEmailOtp, { body: { otp } })
      const { next, authenticationType } = baseDTO
      if (next) return { next: dated(next), authenticationType }
      await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
      return { next: undefined, authenticationType }
    },
  })
}
