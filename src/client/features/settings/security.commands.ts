import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { sessionQuery } from '#client/lib/session.ts'
import {
  cancelPasswordReset,
  changeOtp,
  changePassword,
  endOtherSessions,
  endSession,
  freezeAccount,
  renewRecoveryCodes,
  sendVerificationCode,
  setAntiPhishingPhrase,
} from '#contract/security.ts'
import { type Security, securityQuery, sessionsQuery } from './security.queries.ts'

export type TwoStepMethod = Security['twoStepAuthenticationType']

/** A change of the second step that waits for its code. */
export interface BegunChange {
  readonly method: TwoStepMethod
  /** Where the code went, masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: number | 'none'
  /** Of an authenticator: "otpauth://totp/…?secret=…". */
  readonly link: string | null
}

interface WantedChange {
  readonly method: TwoStepMethod
  /** The address, where the account has none that is proven. */
  readonly email?: string | undefined
}

async function begin({ method, email }: WantedChange): Promise<BegunChange> {
  const { baseDTO } = await callApi(sendVerificationCode, {
    query: { twoStepAuthorization: method },
    body: email === undefined ? {} : { email },
  })
  const { starTwoStepAuthentication: contact, expiresInSeconds: seconds, qrCodeLink: link } = baseDTO
  return { method, contact, link, deadline: seconds === null ? 'none' : Date.now() + seconds * 1_000 }
}

/** Has a code sent by the method that is wanted, or gets the secret of a new authenticator. */
export const useBeginTwoStep = () => useMutation({ mutationFn: begin })

/** Another code; resolves to the seconds it lives. */
export const useResendTwoStepCode = (wanted: WantedChange) =>
  useMutation({
    mutationFn: async () => {
      const { deadline } = await begin(wanted)
      return deadline === 'none' ? 0 : Math.round((deadline - Date.now()) / 1_000)
    },
  })

/** The code makes the method the present one. Resolves to the recovery codes, where there are new ones. An address that is another account's ends the change. */
export function useConfirmTwoStep(method: TwoStepMethod, { onTaken }: { onTaken: (refusal: Error) => void }) {
  const reload = useReload()
  return useMutation({
    mutationFn: async (code: string) => {
      const { baseDTO } = await callApi(changeOtp, { query: { twoStepAuthorization: method }, body: { code } })
      return baseDTO.recoveryCodes
    },
    onSuccess: () => void reload(),
    onError: (error) => isRefusal(error, 'EMAIL_TAKEN') && onTaken(error),
  })
}

export function useRenewRecoveryCodes() {
  const reload = useReload()
  return useMutation({
    mutationFn: async () => (await callApi(renewRecoveryCodes, {})).baseDTO.recoveryCodes,
    onSuccess: () => void reload(),
  })
}

export function useChangePassword() {
  const reload = useReload()
  return useMutation({
    mutationFn: (form: { oldPassword: string; password: string }) => callApi(changePassword, { body: form }),
    onSuccess: () => void reload(),
  })
}

/** Ends one session, or all but this one. */
export function useEndSession() {
  const reload = useReload()
  return useMutation({
    mutationFn: async (which: { id: string } | 'others') => {
      if (which === 'others') await callApi(endOtherSessions, {})
      else await callApi(endSession, { params: which })
    },
    onSettled: () => reload(),
  })
}

export function useSetPhrase() {
  const reload = useReload()
  return useMutation({
    mutationFn: (phrase: string | null) => callApi(setAntiPhishingPhrase, { body: { phrase } }),
    onSuccess: () => reload(),
  })
}

/** By the present password; without it, by a proof that the app asks for. */
export function useCancelReset() {
  const reload = useReload()
  return useMutation({
    mutationFn: (oldPassword: string | undefined) =>
      callApi(cancelPasswordReset, { body: oldPassword === undefined ? {} : { oldPassword } }),
    onSuccess: () => reload(),
  })
}

export const useFreeze = () => useMutation({ mutationFn: () => callApi(freezeAccount, {}) })

/** What a change of the account's protection shows elsewhere on the screen. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [securityQuery(), sessionsQuery(), sessionQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
}
