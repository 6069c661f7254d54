import { chakra } from '@chakra-ui/react'
import { useCoins } from '#client/entities/coin/use-coins.ts'

/** The coins of a market by its symbol: "GOLD_TOMAN". */
export function coinsOfMarket(marketType: string): { readonly base: string; readonly quote: string } {
  const at = marketType.lastIndexOf('_')
  return { base: marketType.slice(0, at), quote: marketType.slice(at + 1) }
}

/** A market's name in the language of the screen. */
export function useMarketName(): (marketType: string) => string {
  const { pairOf } = useCoins()
  return (marketType) => pairOf(coinsOfMarket(marketType))
}

/** A market's name with its symbol, which reports and the log use. */
export function MarketName({ marketType }: { marketType: string }) {
  const nameOf = useMarketName()
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-start" minWidth="0">
      <bdi>{nameOf(marketType)}</bdi>
      <Code text={marketType} />
    </chakra.span>
  )
}

/** A coin's name with its symbol. */
export function CoinName({ coin }: { coin: string }) {
  const { nameOf, coinOf } = useCoins()
  return (
    <chakra.span display="inline-flex" flexDirection="column" alignItems="flex-start" minWidth="0">
      <bdi>{nameOf(coin)}</bdi>
      <Code text={coinOf(coin)?.code ?? coin} />
    </chakra.span>
  )
}

function Code({ text }: { text: string }) {
  return (
    <chakra.bdi dir="ltr" fontSize="2xs" color="fg.muted" overflowWrap="anywhere">
      {text}
    </chakra.bdi>
  )
}
