import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { depthPicture, PICTURE } from './book-math.ts'
import { orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

/** The volume that waits at each price and at all better ones, of both sides. Prices rise from left to right in both languages, as in the chart. */
export function DepthPicture({ path }: { path: MarketPath }) {
  return (
    <chakra.figure css={PICTURE_LOOK}>
      <DepthAreas market={marketSymbol(path)} />
    </chakra.figure>
  )
}

const PICTURE_LOOK = {
  fontSize: 'xs',
  color: 'fg.muted',
  '& svg': { width: 'full', height: 'calc(100cqb - 5rem)' },
  '& path': { strokeWidth: '1.5', vectorEffect: 'non-scaling-stroke' },
  '& .bids': { fill: 'buy.subtle', stroke: 'buy' },
  '& .asks': { fill: 'sell.subtle', stroke: 'sell' },
  '& figcaption': { display: 'flex', justifyContent: 'space-between', paddingTop: '1' },
} as const

/** Plain elements: they render with each change of the book. */
function DepthAreas({ market }: { market: string }) {
  const { t } = useTranslation('trade')
  const book = useQuery(orderBookQuery(market)).data
  // The picture waits for everything else that a change of the book renders.
  const shown = useDeferredValue(book)
  const picture = useMemo(() => shown && depthPicture(shown), [shown])
  if (!picture) return null
  return (
    <>
      <svg
        role="img"
        aria-label={t('book.picture')}
        viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
        preserveAspectRatio="none"
      >
        <path className="bids" d={picture.bids} />
        <path className="asks" d={picture.asks} />
      </svg>
      <figcaption dir="ltr">
        {[picture.low, picture.mid, picture.high].map((price) => (
          <DecimalText key={price} value={price} />
        ))}
      </figcaption>
    </>
  )
}
