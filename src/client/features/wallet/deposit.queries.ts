import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import type { KeyOutcome } from '#client/lib/use-key-outcome.ts'
import { getVerifiedBankAccounts } from '#contract/account-form.ts'
import { depositToman, Gateway, getDepositOptions, settleDeposit } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'

export const DepositTerms = z.readonly(
  z.object({
    /** Whole Toman. */
    amount: z.string(),
    /** The part that a device may store: the first six and the last four digits. */
    card: z.string(),
    /** Payments that an earlier version of the app began have none stored. */
    gateway: z._default(Gateway, 'ZARINPAL'),
  }),
)
export type DepositTerms = z.output<typeof DepositTerms>

/** The last typed amount, kept until it is paid: a step back, from the gateway too, restores it. */
export const typedDeposit = tabValue('deposit', z.string(), { wipedAtLogout: true })

/** The name under which a payment without an answer is stored on the device. */
export const DEPOSIT = 'deposit'

export const maskCard = (card: string) => `${card.slice(0, 6)}******${card.slice(-4)}`

const RECHECK_MS = 5_000

/** The cards that the user can pay with. */
export const cardsQuery = () =>
  queryOptions({
    ...endpointQuery(getVerifiedBankAccounts, {}),
    select: ({ content }: Reply<typeof getVerifiedBankAccounts>) => content,
  })

export type DepositOptions = Reply<typeof getDepositOptions>['baseDTO']

/** The gateways that work now and the rest of the day's limit: read anew for each sheet. */
export const depositOptionsQuery = () =>
  queryOptions({
    ...endpointQuery(getDepositOptions, {}),
    select: ({ baseDTO }: Reply<typeof getDepositOptions>) => baseDTO,
    staleTime: 0,
  })

/** Opens a payment at the gateway; resolves to the address that the browser must open. */
export async function beginDeposit(
  { terms, idempotencyKey }: { terms: DepositTerms; idempotencyKey: string },
  cards: readonly { cardNumber: string }[],
): Promise<{ redirectSite: string }> {
  const cardNumber = cards.find((card) => maskCard(card.cardNumber) === terms.card)?.cardNumber ?? ''
  const { baseDTO } = await callApi(depositToman, {
    idempotencyKey,
    body: { amount: terms.amount, cardNumber, paymentGateway: terms.gateway },
  })
  return baseDTO
}

/** A payment that was opened after all, with the address to pay it. */
export function paymentIn(found: KeyOutcome): { redirectSite: string } | undefined {
  const redirectSite = found.kind === 'DEPOSIT' ? found.redirectSite : null
  return redirectSite === null ? undefined : { redirectSite }
}

/** The outcome of a payment. The request itself credits a paid one, exactly once however often it is repeated. */
export const settlementQuery = (authority: string) =>
  queryOptions({
    queryKey: [settleDeposit.path, authority],
    queryFn: ({ signal }) => callApi(settleDeposit, { body: { authority } }, { signal }),
    select: ({ baseDTO }: Reply<typeof settleDeposit>) => baseDTO,
    refetchInterval: ({ state }) => (isUnsettled(state.data?.baseDTO) ? RECHECK_MS : false),
    networkMode: 'online',
    meta: { offline: settleDeposit.offline, access: settleDeposit.access },
  })

const isUnsettled = (deposit?: Reply<typeof settleDeposit>['baseDTO']): boolean =>
  deposit?.transactionStatus === 'RAISED_BY_USER' || deposit?.payBack === 'PENDING'
