import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { forgetPassword, resetPassword } from '#contract/users.ts'
import { deviceFacts } from './device-facts.ts'
import { dropPendingReset, keepPendingReset } from './pending-reset.ts'

/** A code for a new password, if the number has an account. Resolves to the seconds it lives. */
export function useForgetPassword() {
  return useMutation({
    mutationFn: async ({
      mobileNumber,
      ...captcha
    }: {
      mobileNumber: string
      captchaResponse?: string
    }): Promise<number> => {
      const body = { mobileNumber, authenticationType: 'SMS' as const, ...captcha, ...deviceFacts(navigator) }
      const { expiresInSeconds } = (await callApi(forgetPassword, { body })).baseDTO
      keepPendingReset({ mobileNumber, expiresAt: Date.now() + expiresInSeconds * 1_000 })
      return expiresInSeconds
    },
  })
}

/** The code and the new password; every session of the user ends. */
export function useResetPassword(mobileNumber: string) {
  return useMutation({
    mutationFn: async ({ code, password }: { code: string; password: string }) => {
      await callApi(resetPassword, { body: { code, username: mobileNumber, password } })
      dropPendingReset()
    },
  })
}
