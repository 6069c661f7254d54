import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Words about one side of a trade, in its colour. The words name the side; the colour only repeats it. */
export function SideText({ side, children }: { side: 'BUY' | 'SELL'; children: ReactNode }) {
  return (
    <chakra.span color={side === 'BUY' ? 'buy' : 'sell'} fontWeight="semibold" whiteSpace="nowrap">
      {children}
    </chakra.span>
  )
}
