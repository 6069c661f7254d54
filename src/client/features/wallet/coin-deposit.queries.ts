import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { getWalletAddress } from '#contract/chain-deposits.ts'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'

export const walletAddressQuery = (relatedCoin: string, tokenType: string) =>
  queryOptions({
    ...endpointQuery(getWalletAddress, { query: { relatedCoin, tokenType } }),
    select: ({ baseDTO }: Reply<typeof getWalletAddress>) => baseDTO,
    retry: false,
  })

/** The newest deposits of a coin, which grow block by block. */
export const coinDepositsQuery = (relatedCoin: string) =>
  queryOptions({
    ...endpointQuery(getDeposits, { query: { relatedCoin, size: '10' } }),
    select: ({ content }: Reply<typeof getDeposits>) => content,
    refetchInterval: every(POLL_MS.wallets),
  })
