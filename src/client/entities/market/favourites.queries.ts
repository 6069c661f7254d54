import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/entities/session/session.ts'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { addFavouriteMarket, getFavouriteMarkets, removeFavouriteMarket } from '#contract/markets.ts'

/** The caller's favourite markets change only by the user's own presses, here or on another device. */
const STALE_MS = 60_000
const CHANGES = ['favourite-markets']

export const favouritesQuery = () => queryOptions({ ...endpointQuery(getFavouriteMarkets, {}), staleTime: STALE_MS })

/** The symbols of the user's favourite markets, in the order in which they were chosen; `undefined` until known, and for a visitor. */
export function useFavourites(): readonly string[] | undefined {
  const isUser = Boolean(useSession())
  return useQuery({ ...favouritesQuery(), enabled: isUser }).data?.content
}

/** Marks or unmarks a market. The change is shown immediately and sent after the previous one, so that the last press wins. */
export function useMarkFavourite() {
  const client = useQueryClient()
  const sentenceOf = useSentenceOf()
  const { queryKey } = favouritesQuery()
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join() },
    mutationFn: ({ market, marked }: { market: string; marked: boolean }) =>
      callApi(marked ? addFavouriteMarket : removeFavouriteMarket, { params: { market } }),
    onMutate: ({ market, marked }) => {
      client.setQueryData(queryKey, (kept) => {
        const others = kept?.content.filter((other) => other !== market) ?? []
        return kept && { ...kept, content: marked ? [...others, market] : others }
      })
    },
    onError: (error) => showToast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: CHANGES }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
}
