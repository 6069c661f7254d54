import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'

export type CoinNetwork = Reply<typeof getCoinDetails>['content'][number]['tokenTypeDetails'][number]

/** The networks of each coin with what goes over them now, by the coin's symbol. */
export type CoinNetworks = ReadonlyMap<string, readonly CoinNetwork[]>

export const coinNetworksQuery = () =>
  queryOptions({
    ...endpointQuery(getCoinDetails, {}),
    select: ({ content }: Reply<typeof getCoinDetails>): CoinNetworks =>
      new Map(content.map(({ name, tokenTypeDetails }) => [name, tokenTypeDetails])),
  })

/** The networks over which a coin can leave now. */
export const sendingNetworks = (networks: CoinNetworks | undefined, coin: string): readonly CoinNetwork[] =>
  networks?.get(coin)?.filter(({ withdrawEnable }) => withdrawEnable) ?? []

/** The networks over which a coin can come in now. */
export const receivingNetworks = (networks: CoinNetworks | undefined, coin: string): readonly CoinNetwork[] =>
  networks?.get(coin)?.filter(({ isDepositEnable }) => isDepositEnable) ?? []

/** The network that is chosen, the only one by itself. */
export const chosenNetwork = (networks: readonly CoinNetwork[], name: string) =>
  networks.length === 1 ? networks[0] : networks.find(({ tokenType }) => tokenType === name)
