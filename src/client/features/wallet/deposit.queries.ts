import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getVerifiedBankAccounts } from '#contract/account.ts'
import type { Reply } from '#contract/endpoint.ts'
import { depositToman, settleDeposit } from '#contract/wallets.ts'

export interface DepositTerms {
  /** Whole Toman. */
  readonly amount: string
  readonly cardNumber: string
}

const RECHECK_MS = 5_000

/** The cards the caller may pay with. */
export const cardsQuery = () =>
  queryOptions({
    ...endpointQuery(getVerifiedBankAccounts, {}),
    select: ({ content }: Reply<typeof getVerifiedBankAccounts>) => content,
  })

/** Opens a payment at the gateway; the answer says where to send the browser. */
export async function beginDeposit({ terms, idempotencyKey }: { terms: DepositTerms; idempotencyKey: string }) {
  const { baseDTO } = await callApi(depositToman, {
    idempotencyKey,
    body: { ...terms, paymentGateway: 'ZARINPAL' },
  })
  return baseDTO
}

/** What became of a payment. Asking credits it where it was paid, exactly once however often one asks. */
export const settlementQuery = (authority: string) =>
  queryOptions({
    queryKey: [settleDeposit.path, authority],
    queryFn: ({ signal }) => callApi(settleDeposit, { body: { authority } }, { signal }),
    select: ({ baseDTO }: Reply<typeof settleDeposit>) => baseDTO,
    refetchInterval: ({ state }) => (state.data?.baseDTO.transactionStatus === 'RAISED_BY_USER' ? RECHECK_MS : false),
    networkMode: 'online',
    meta: { offline: settleDeposit.offline, access: settleDeposit.access },
  })
