import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { type CodeDeadline, deadlineIn } from '#client/lib/sent-code.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  cancelPasswordReset,
  changeOtp,
  changePassword,
  endOtherSessions,
  endSession,
  getSecurity,
  getSessions,
  renewRecoveryCodes,
  sendVerificationCode,
  setAntiPhishingPhrase,
} from '#contract/security.ts'
import { getSignOnIdentities } from '#contract/sign-on.ts'

export type TwoStepMethod = Security['twoStepAuthenticationType']

/** A started change of the second step, which waits for its code. */
export interface BegunChange {
  readonly method: TwoStepMethod
  /** The masked number or address that the code was sent to; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: CodeDeadline
  /** The link of an authenticator: "otpauth://totp/…?secret=…". */
  readonly link: string | null
}

interface WantedChange {
  readonly method: TwoStepMethod
  /** The address to use, if the account has no verified one. */
  readonly email?: string | undefined
}

/** Requests a code by the wanted method, or the secret of a new authenticator. */
export async function beginTwoStep({ method, email }: WantedChange): Promise<BegunChange> {
  const { baseDTO } = await callApi(sendVerificationCode, {
    query: { twoStepAuthorization: method },
    body: email === undefined ? {} : { email },
  })
  const { starTwoStepAuthentication: contact, expiresInSeconds, qrCodeLink: link } = baseDTO
  return { method, contact, link, deadline: deadlineIn(expiresInSeconds) }
}

/** Sends the code, which makes the method the present one. Resolves to the recovery codes, if there are new ones. */
export function useConfirmTwoStep(method: TwoStepMethod) {
  const reload = useReload()
  return async (code: string) => {
    const { baseDTO } = await callApi(changeOtp, { query: { twoStepAuthorization: method }, body: { code } })
    void reload()
    return baseDTO.recoveryCodes
  }
}

export function useRenewRecoveryCodes() {
  const reload = useReload()
  return async () => {
    const { recoveryCodes } = (await callApi(renewRecoveryCodes, {})).baseDTO
    void reload()
    return recoveryCodes
  }
}

export function useChangePassword() {
  const reload = useReload()
  return useMutation({
    mutationFn: (form: { oldPassword: string; password: string }) => callApi(changePassword, { body: form }),
    onSuccess: () => void reload(),
  })
}

/** Ends a single session, or all except this one. */
export function useEndSession() {
  const reload = useReload()
  return async (which: { id: string } | 'others') => {
    try {
      if (which === 'others') await callApi(endOtherSessions, {})
      else await callApi(endSession, { params: { id: which.id } })
    } finally {
      await reload()
    }
  }
}

export function useSetPhrase() {
  const reload = useReload()
  return useMutation({
    mutationFn: (phrase: string | null) => callApi(setAntiPhishingPhrase, { body: { phrase } }),
    onSuccess: () => reload(),
  })
}

/** Cancels by the present password or, without it, by a proof that the app requests. */
export function useCancelReset() {
  const reload = useReload()
  return useMutation({
    mutationFn: (oldPassword: string | undefined) =>
      callApi(cancelPasswordReset, { body: oldPassword === undefined ? {} : { oldPassword } }),
    onSuccess: () => reload(),
  })
}

/** Refetches the data that a change of the account's protection affects. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [securityQuery(), sessionsQuery(), sessionQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
}

export type Security = Reply<typeof getSecurity>['baseDTO']
export type OwnSession = Reply<typeof getSessions>['content'][number]

export const securityQuery = () => endpointQuery(getSecurity, {})
export const sessionsQuery = () => endpointQuery(getSessions, {})
export const identitiesQuery = () => endpointQuery(getSignOnIdentities, {})
