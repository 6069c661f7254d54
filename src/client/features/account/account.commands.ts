import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Session, sessionQuery } from '#client/entities/session/session.ts'
import { type ApiRefusal, callApi, isRefusal } from '#client/lib/call-api.ts'
import { deadlineIn } from '#client/lib/sent-code.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { checkIdentityCode, sendIdentityCode, submitAccount } from '#contract/account-form.ts'
import { addBankAccount, removeBankAccount, setCountry } from '#contract/identity.ts'
import { type AccountDraft, type BankAccountDraft, dropDraft, summarizeAccount } from './account-form.logic.ts'

/** Sends the form. Resolves to whether an identity code is needed next. */
export function useSubmitAccount(location: Session['location']) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: AccountDraft) => {
      const { baseDTO } = await callApi(submitAccount, summarizeAccount(draft, location))
      dropDraft()
      await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
      return baseDTO
    },
  })
}

/** Sets the country of residence. */
export function useSetCountry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (countryName: string) => {
      await callApi(setCountry, { body: { countryName } })
      await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })
}

/** Adds a card to a verified account; the app's own sheet handles `PROOF_REQUIRED`. */
export function useAddBankAccount() {
  const client = useQueryClient()
  return async (account: BankAccountDraft) => {
    await callApi(addBankAccount, { body: { ...account } })
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
}

export function useRemoveBankAccount() {
  const client = useQueryClient()
  return async (id: number) => {
    await callApi(removeBankAccount, { params: { id: String(id) } })
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
}

/** Requests the five-digit code. */
export async function requestIdentityCode(): Promise<number> {
  const deadline = deadlineIn((await callApi(sendIdentityCode, { query: {} })).baseDTO.expiresInSeconds)
  identityCodeDeadline.keep(deadline)
  return deadline
}

/** Sends the five-digit code; the correct one verifies the account. */
export function useCheckIdentityCode() {
  const client = useQueryClient()
  return async (otp: string) => {
    await callApi(checkIdentityCode, { body: { otp } })
    identityCodeDeadline.drop()
    await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
}

/** Refusals which mean that no code is awaited any more: the form was handed back, is being reviewed, or was approved. */
const NOT_AWAITED = ['ACCOUNT_INCOMPLETE', 'IDENTITY_SERVICE_NOT_COMPLETED', 'ALREADY_AUTHORIZED'] as const

export const isCodeNotAwaited = (error: unknown): error is ApiRefusal =>
  NOT_AWAITED.some((code) => isRefusal(error, code))

/** The expiry of the identity code, in milliseconds since 1970, which a reload keeps. */
export const identityCodeDeadline = tabValue('identity-code-deadline', z.number(), { wipedAtLogout: true })
