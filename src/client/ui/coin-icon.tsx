import { chakra } from '@chakra-ui/react'
import { COIN_PICTURES } from './coin-pictures.ts'

/** A coin's picture; without a picture, its first letter in a ring. The coin's name is always shown next to it. */
export function CoinIcon({ symbol, size = 32 }: { symbol: string; size?: number }) {
  const picture = COIN_PICTURES[symbol]
  if (picture)
    return (
      <chakra.img
        src={picture}
        alt=""
        width={`${size}px`}
        height={`${size}px`}
        borderRadius="full"
        flexShrink="0"
        loading="lazy"
        decoding="async"
      />
    )
  return (
    <chakra.span
      aria-hidden="true"
      display="inline-grid"
      placeItems="center"
      flexShrink="0"
      width={`${size}px`}
      height={`${size}px`}
      borderRadius="full"
      borderWidth="1px"
      borderColor="gold.line"
      color="gold"
      fontSize={`${Math.round(size / 2.4)}px`}
      fontWeight="bold"
    >
      {symbol.charAt(0)}
    </chakra.span>
  )
}
