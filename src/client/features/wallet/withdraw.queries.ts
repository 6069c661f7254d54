import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { type CodeDeadline, deadlineIn } from '#client/lib/sent-code.ts'
import type { KeyOutcome } from '#client/lib/use-key-outcome.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { TwoStepType } from '#contract/values.ts'
import { getWithdrawalTerms, requestWithdrawal, sendWithdrawalCode, type Withdrawal } from '#contract/withdrawals.ts'
import { TOMAN } from '#domain/coin.ts'

/** The withdrawal as a device may store it: its code is never among it. */
export const WithdrawalTerms = z.readonly(
  z.object({
    /** Whole Toman. */
    amount: z.string(),
    sheba: z.string(),
  }),
)
export type WithdrawalTerms = z.output<typeof WithdrawalTerms>
export type Withdrawn = z.output<typeof Withdrawal>

/** The name under which a withdrawal without an answer is stored on the device. */
export const WITHDRAWAL = 'withdrawal'

export type TermsOfWithdrawals = Reply<typeof getWithdrawalTerms>['baseDTO']

export const withdrawalTermsQuery = () =>
  queryOptions({
    ...endpointQuery(getWithdrawalTerms, {}),
    select: ({ baseDTO }: Reply<typeof getWithdrawalTerms>) => baseDTO,
  })

const leaving = ({ amount, sheba }: WithdrawalTerms) => ({
  amount,
  destinationWalletAddress: sheba,
  relatedCoin: TOMAN,
})

export interface SentCode {
  readonly method: z.output<typeof TwoStepType>
  /** Masked; null for an authenticator. */
  readonly contact: string | null
  readonly deadline: CodeDeadline
}

/** Sends the code of this withdrawal. Refused with the reasons for which the withdrawal would be. */
export async function sendCodeOf(terms: WithdrawalTerms): Promise<SentCode> {
  const { baseDTO } = await callApi(sendWithdrawalCode, { body: leaving(terms) })
  const { twoStepAuthenticationType: method, starTwoStepAuthentication: contact, expiresInSeconds } = baseDTO
  return { method, contact, deadline: deadlineIn(expiresInSeconds) }
}

export async function withdraw(
  { terms, idempotencyKey }: { terms: WithdrawalTerms; idempotencyKey: string },
  code: string,
): Promise<Withdrawn> {
  const { baseDTO } = await callApi(requestWithdrawal, { idempotencyKey, body: { ...leaving(terms), code } })
  return baseDTO
}

/** A withdrawal that was requested after all. */
export const withdrawalIn = (found: KeyOutcome): Withdrawn | undefined =>
  found.kind === 'WITHDRAWAL' ? found.withdrawal : undefined
