import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getWallets } from '#contract/wallets.ts'

export type WalletEntry = Reply<typeof getWallets>['baseDTO'][string]

/** The balance of every coin, as decimal text. */
export const walletsQuery = () =>
  queryOptions({
    ...endpointQuery(getWallets, { query: {} }),
    refetchInterval: every(POLL_MS.wallets),
    select: entriesOf,
  })

const entriesOf = ({ baseDTO }: Reply<typeof getWallets>): readonly WalletEntry[] => Object.values(baseDTO)
