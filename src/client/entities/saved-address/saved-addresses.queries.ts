import { queryOptions } from '@tanstack/react-query'
import { addressParts } from '#client/lib/address-parts.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getSavedAddresses } from '#contract/saved-addresses.ts'

export type SavedAddress = Reply<typeof getSavedAddresses>['content'][number]

/** The user's saved addresses, and whether coins may be sent to these alone. */
export const savedAddressesQuery = () =>
  queryOptions({
    ...endpointQuery(getSavedAddresses, {}),
    select: ({ content, baseDTO: { onlySaved } }: Reply<typeof getSavedAddresses>) => ({
      addresses: content,
      onlySaved,
    }),
  })

/** A saved address in short, with its whole tag. */
export const shortPlace = ({ address, tag }: Pick<SavedAddress, 'address' | 'tag'>) =>
  tag === null ? shortAddress(address) : `${shortAddress(address)} · ${tag}`

/** The ends of an address, by which its user recognises it. */
function shortAddress(address: string): string {
  const { rest } = addressParts(address)
  return rest.length <= 14 ? address : `${rest.slice(0, 6)}…${rest.slice(-4)}`
}
