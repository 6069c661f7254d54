import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { nearestTick, toChartNumber } from '#client/ui/chart-number.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type DepthPoint, depthPicture, PICTURE } from './book-math.ts'
import { marketDetailsQuery, orderBookQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

/** The volume that waits at each price and at all better ones, of both sides. Prices rise from left to right in both languages, as in the chart. */
export function DepthPicture({ path }: { path: MarketPath }) {
  return (
    <chakra.figure css={PICTURE_LOOK}>
      <DepthAreas path={path} />
    </chakra.figure>
  )
}

const PICTURE_LOOK = {
  fontSize: 'xs',
  color: 'fg.muted',
  '& .picture': { position: 'relative', width: 'full', height: 'calc(100cqb - 5rem)' },
  '& svg': { width: 'full', height: 'full' },
  '& path': { strokeWidth: '1.5', vectorEffect: 'non-scaling-stroke' },
  '& .bids': { fill: 'buy.subtle', stroke: 'buy' },
  '& .asks': { fill: 'sell.subtle', stroke: 'sell' },
  '& .mark': { stroke: 'line', strokeWidth: '1' },
  '& .pointer': { stroke: 'fg.muted', strokeWidth: '1', strokeDasharray: '4 4' },
  '& .picture > span': { position: 'absolute', pointerEvents: 'none', whiteSpace: 'nowrap', lineHeight: '1.2' },
  '& .picture > .volume': { insetInlineStart: '1', transform: 'translateY(-110%)' },
  '& .picture > .level': {
    ...{ top: '1', paddingBlock: '1', paddingInline: '2', borderRadius: 'sm', bg: 'raised', color: 'fg' },
    ...{ display: 'grid', boxShadow: 'card' },
  },
  '& figcaption': { position: 'relative', display: 'flex', justifyContent: 'space-between', paddingTop: '1' },
  '& figcaption > .mid': { position: 'absolute', transform: 'translateX(-50%)', color: 'fg', fontWeight: 'semibold' },
} as const

const percentOf = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Plain elements: they render with each change of the book. */
function DepthAreas({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const { unitOf } = useCoins()
  const book = useQuery(orderBookQuery(market)).data
  const tick = useQuery(marketDetailsQuery(market)).data?.tickSize
  // The picture waits for everything else that a change of the book renders.
  const shown = useDeferredValue(book)
  const picture = useMemo(() => shown && depthPicture(shown), [shown])
  const [pointer, setPointer] = useState<number>()
  if (!picture) return null
  const { points, marks, low, mid, high } = picture
  const level = pointer === undefined ? undefined : levelAt(points, pointer)
  const middle = ((points.bids[0]?.x ?? 0) + (points.asks[0]?.x ?? 0)) / 2
  return (
    <>
      <div
        className="picture"
        dir="ltr"
        onPointerLeave={() => setPointer(undefined)}
        onPointerMove={follow(setPointer)}
      >
        <svg
          role="img"
          aria-label={t('book.picture')}
          viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
          preserveAspectRatio="none"
        >
          {marks.map(({ y, volume }) => (
            <path key={volume} className="mark" d={`M0 ${y}H${PICTURE.width}`} />
          ))}
          <path className="bids" d={picture.bids} />
          <path className="asks" d={picture.asks} />
          {level && <path className="pointer" d={`M${level.x} 0V${PICTURE.height}M0 ${level.y}H${PICTURE.width}`} />}
        </svg>
        {marks.map(({ y, volume }) => (
          <span key={volume} className="volume" style={{ top: percentOf(y, PICTURE.height) }}>
            <DecimalText value={volume} unit={unitOf(path.tradeFrom)} />
          </span>
        ))}
        {level && (
          <span className="level" style={besides(level.x)}>
            <DecimalText value={level.price} unit={unitOf(path.tradeTo)} />
            <DecimalText value={level.sum} unit={unitOf(path.tradeFrom)} />
          </span>
        )}
      </div>
      <figcaption dir="ltr">
        <DecimalText value={low} />
        <span className="mid" style={{ insetInlineStart: percentOf(middle, PICTURE.width) }}>
          <DecimalText value={tick === undefined ? mid : nearestTick(toChartNumber(mid), tick)} />
        </span>
        <DecimalText value={high} />
      </figcaption>
    </>
  )
}

/** Reports where the pointer is, in the units of the picture. */
const follow = (onMove: (x: number) => void) => (event: PointerEvent<HTMLElement>) => {
  const { x, width } = event.currentTarget.getBoundingClientRect()
  onMove(((event.clientX - x) / width) * PICTURE.width)
}

/** The level whose volume stands above a place: the next one towards the middle. Between the sides there is none. */
export function levelAt(
  { bids, asks }: { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] },
  x: number,
): DepthPoint | undefined {
  return bids.findLast((level) => level.x >= x) ?? asks.findLast((level) => level.x <= x)
}

/** The text stands on the side where it has more space. */
const besides = (x: number) =>
  x < PICTURE.width / 2
    ? { insetInlineStart: `calc(${percentOf(x, PICTURE.width)} + 0.5rem)` }
    : { insetInlineEnd: `calc(${percentOf(PICTURE.width - x, PICTURE.width)} + 0.5rem)` }
