import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { forgetPassword, resetPassword } from '#contract/users.ts'
import { deviceFacts } from './device-facts.ts'
import { dropPendingReset, keepPendingReset, type ResetChannel } from './pending-reset.ts'

/** A code for a new password, if the number has an account. Resolves to the seconds it lives. */
export function useForgetPassword() {
  return useMutation({
    mutationFn: async ({
      mobileNumber,
      channel,
      ...captcha
    }: {
      mobileNumber: string
      channel: ResetChannel
      captchaResponse?: string
    }): Promise<number> => {
      const body = { mobileNumber, authenticationType: channel, ...captcha, ...deviceFacts(navigator) }
      const { expiresInSeconds } = (await callApi(forgetPassword, { body })).baseDTO
      keepPendingReset({ mobileNumber, channel, expiresAt: Date.now() + expiresInSeconds * 1_000 })
      return expiresInSeconds
    },
  })
}

/** The code and the new password. Resolves to when it can be logged in with, where that is not at once. */
export function useResetPassword(mobileNumber: string) {
  return useMutation({
    mutationFn: async ({ code, password }: { code: string; password: string }) => {
      const { effectiveDateTime } = (await callApi(resetPassword, { body: { code, username: mobileNumber, password } }))
        .baseDTO
      dropPendingReset()
      return effectiveDateTime === null ? undefined : new Date(effectiveDateTime)
    },
  })
}
