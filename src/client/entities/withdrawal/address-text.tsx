import { chakra } from '@chakra-ui/react'
import { addressParts } from '#client/lib/address-parts.ts'

/** A whole address in groups of four, whose ends are the easiest to compare. A copy of it has no blanks. */
export function AddressText({ address }: { address: string }) {
  const { prefix, rest } = addressParts(address)
  return (
    <chakra.bdi dir="ltr" display="inline-flex" flexWrap="wrap" columnGap="1.5" maxWidth="11.5rem" userSelect="all">
      {prefix !== '' && <span>{prefix}</span>}
      {[...rest.matchAll(/.{1,4}/g)].map(({ 0: group, index: at }) => (
        <chakra.span key={at} fontWeight={at < END || at >= rest.length - END ? 'bold' : undefined}>
          {group}
        </chakra.span>
      ))}
    </chakra.bdi>
  )
}

/** The letters at each end by which people compare addresses. */
const END = 8
