import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { forgetPassword, resetPassword } from '#contract/users.ts'
import { deviceFacts } from './device-facts.ts'
import { pendingReset, type ResetChannel } from './pending-code.ts'

/** Requests a code for a new password; it is sent if the number has an account. Resolves to its lifetime in seconds. */
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
      pendingReset.keep({ mobileNumber, channel, expiresAt: Date.now() + expiresInSeconds * 1_000 })
      return expiresInSeconds
    },
  })
}

/** Sends the code and the new password. Resolves to the time from which the password is valid, if that is later than now. */
export function useResetPassword(mobileNumber: string) {
  return useMutation({
    mutationFn: async ({ code, password }: { code: string; password: string }) => {
      const { effectiveDateTime } = (await callApi(resetPassword, { body: { code, username: mobileNumber, password } }))
        .baseDTO
      pendingReset.drop()
      return effectiveDateTime === null ? undefined : new Date(effectiveDateTime)
    },
  })
}
