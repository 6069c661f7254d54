import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { deadlineIn } from '#client/lib/sent-code.ts'
import { forgetPassword, resetPassword } from '#contract/users.ts'
import { deviceFacts } from './device-facts.ts'
import { type PendingReset, pendingReset } from './pending-code.ts'

/** Requests a code for a new password; it is sent if the number has an account. Resolves to its deadline. */
export async function sendResetCode({ mobileNumber, channel, ...captcha }: WantedReset) {
  const body = { mobileNumber, authenticationType: channel, ...captcha, ...deviceFacts(navigator) }
  const expiresAt = deadlineIn((await callApi(forgetPassword, { body })).baseDTO.expiresInSeconds)
  pendingReset.keep({ mobileNumber, channel, expiresAt })
  return expiresAt
}

interface WantedReset extends Pick<PendingReset, 'mobileNumber' | 'channel'> {
  readonly captchaResponse?: string
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
