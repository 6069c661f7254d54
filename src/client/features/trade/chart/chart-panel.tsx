import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { createAtom } from '@tanstack/react-store'
import { ChartLine, ExternalLink } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useThemeMode } from '#client/lib/theme-mode.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { DOUBLE_LETTERS } from '#client/ui/media.ts'
import { QueryAge } from '#client/ui/query-age.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { lastTradesQuery, marketDetailsQuery } from '../market.queries.ts'
import { type MarketPath, marketSymbol } from '../market-path.ts'
import { SandboxNote } from '../sandbox-note.tsx'
import type { Bar, BarFeed } from './bar-feed.ts'
import { CandleFigures, CandleTable, usePriceText } from './candle-figures.tsx'
import { frameName, resolutionChoice } from './chart.queries.ts'
import {
  type ChoicePart,
  type Drawn,
  hasDrawings,
  type Indicator,
  type Readings,
  useChartChoice,
} from './chart-choice.ts'
import { FullTitle, Intervals, ONE_LINE, Tools } from './chart-tools.tsx'
import type { PriceChart } from './price-chart.ts'
import { useBarFeed } from './use-bar-feed.ts'
import { useFullScreen } from './use-full-screen.ts'

/** Lazy: the drawing library is loaded with the first chart, after the font whose digits it measures. */
const CandleDrawing = lazy(async () => {
  const drawing = await import('./candle-drawing.tsx')
  await drawing.loadFont()
  return drawing
})
/** Lazy: loaded when they are used. */
/** These parts are not precached: without a network the chart shows its prices alone, instead of failing as a whole. */
const optional = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: (): null => null })))

const ChartOptions = optional(() => import('./chart-options.tsx'))
const ChartExtras = optional(() => import('./chart-extras.tsx'))
const Drawings = optional(() => import('./drawings.tsx'))
const OrderMarks = optional(() => import('./order-marks.tsx'))

type ChartPanelProps = {
  path: MarketPath
  height: string
  /** The beginning of the line above the chart: tabs, of which this is the panel. */
  before?: ReactNode
  /** The end of that line. */
  after?: ReactNode
  panelId?: string
}

/** The bars of the market, as a chart or as a table; on request on the whole screen. */
export function ChartPanel({ path, height, before, after, panelId }: ChartPanelProps) {
  const resolution = resolutionChoice.use()
  const [asTable, setAsTable] = useState(false)
  const [choosing, setChoosing] = useState<ChoicePart>()
  const [tool, setTool] = useState<Drawn>('')
  const onDrawn = useCallback(() => setTool(''), [])
  const market = marketSymbol(path)
  const { query, feed } = useBarFeed({ market, resolution })
  const { frame, isFull, setFull } = useFullScreen()
  const bodyHeight = isFull ? '100%' : height
  return (
    <chakra.div ref={frame} data-full={isFull || undefined} css={FRAME}>
      <chakra.div css={PARTS}>
        <chakra.div css={HEAD}>
          {isFull ? <FullTitle path={path} /> : before}
          <Intervals resolution={resolution} />
          {!isFull && after}
        </chakra.div>
        <Tools {...{ tool, isFull }} onTool={setTool} onChoose={setChoosing} onFull={setFull} />
        <Suspense>
          {choosing && (
            <ChartOptions
              {...{ path, asTable }}
              part={choosing}
              onTable={setAsTable}
              onClose={() => setChoosing(undefined)}
            />
          )}
        </Suspense>
        <chakra.div
          gridArea="body"
          height={bodyHeight}
          overflowY={asTable ? 'auto' : 'hidden'}
          // The rows have nothing that takes the focus, and are scrolled by keyboard too.
          {...(asTable && { tabIndex: 0 })}
          {...(panelId !== undefined && { role: 'tabpanel', id: panelId })}
        >
          <QueryView query={query} data={feed} rows={1} height={bodyHeight}>
            {(bars) => <Bars {...{ path, feed: bars, asTable, tool }} onDrawn={onDrawn} />}
          </QueryView>
        </chakra.div>
        <Foot market={market} feed={feed} />
      </chakra.div>
    </chakra.div>
  )
}

const FRAME = {
  containerType: 'inline-size',
  '&[data-full]': {
    ...{ position: 'fixed', inset: '0', zIndex: 'toast', bg: 'surface', width: '100vw', height: '100dvh' },
    paddingInline: 'max(env(safe-area-inset-left), env(safe-area-inset-right), 0.5rem)',
    '& > div': { height: 'full' },
  },
} as const

const PARTS = {
  display: 'grid',
  rowGap: '1',
  gridTemplateAreas: '"head head" "body body" "tools foot"',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  [DOUBLE_LETTERS]: {
    gridTemplateAreas: '"head" "body" "tools" "foot"',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'auto minmax(0, 1fr) auto auto',
  },
  [ONE_LINE]: {
    gridTemplateAreas: '"head tools" "body body" "foot foot"',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
  },
} as const

const HEAD = {
  gridArea: 'head',
  display: 'flex',
  alignItems: 'center',
  columnGap: '2',
  minWidth: '0',
  '@media (max-width: 19.9em)': { flexWrap: 'wrap' },
  '[data-full] &': { flexWrap: 'wrap', [ONE_LINE]: { flexWrap: 'nowrap' } },
} as const

/** Small type below the bars: their age and origin, and the library's credit. */
function Foot({ market, feed }: { market: string; feed: BarFeed | undefined }) {
  return (
    <chakra.div
      gridArea="foot"
      display="flex"
      flexWrap="wrap"
      justifyContent="end"
      columnGap="2"
      alignItems="center"
      paddingInlineStart="1"
      fontSize="2xs"
      color="fg.muted"
      css={{ [ONE_LINE]: { justifyContent: 'space-between', fontSize: 'xs' } }}
    >
      {feed?.sandbox && <SandboxNote />}
      {feed && <QueryAge queryKey={lastTradesQuery(market).queryKey} />}
      <Credit />
    </chakra.div>
  )
}

/** The link that the licence of the drawing library asks for. */
function Credit() {
  const { t } = useTranslation('trade')
  return (
    <chakra.a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noopener"
      display="inline-flex"
      alignItems="center"
      gap="1"
      minHeight={{ base: '6', lg: '8' }}
      _hover={{ color: 'fg' }}
    >
      {t('chart.credit')}
      <ExternalLink size={12} aria-hidden="true" />
    </chakra.a>
  )
}

/** Whether the feed has bars: a market without trades gets its first one while it is shown. */
function useHasBars(feed: BarFeed): boolean {
  const [, setCount] = useState(0)
  const hasBars = feed.bars.length > 0
  useEffect(() => (hasBars ? undefined : feed.subscribe(() => setCount(feed.bars.length))), [feed, hasBars])
  return hasBars
}

type PictureProps = { path: MarketPath; feed: BarFeed; tool: Drawn; onDrawn: () => void }
type BarsProps = PictureProps & { asTable: boolean }

function Bars({ asTable, ...props }: BarsProps) {
  const { t } = useTranslation('trade')
  const { feed } = props
  const theme = useThemeMode()
  const language = useLanguage()
  if (!useHasBars(feed)) return <EmptyState icon={<ChartLine size={24} />} title={t('chart.empty')} />
  return asTable ? <CandleTable feed={feed} /> : <Picture key={`${theme} ${language}`} {...props} />
}

/**
 * Bars and volume, with the figures of one bar above them. Time runs from left to right in both languages. A canvas follows neither the theme's
 * CSS variables nor the language: another one mounts another picture, and no part of it draws on a chart that has been removed.
 */
function Picture({ path, feed, tool, onDrawn }: PictureProps) {
  const label = useLabel(path, feed)
  const market = marketSymbol(path)
  const choice = useChartChoice(market)
  const tick = useQuery(marketDetailsQuery(market)).data?.tickSize
  // Kept apart from the picture, which does not render with each bar.
  const [shown] = useState(() => createAtom<Bar | undefined>(feed.bars.at(-1)))
  const [readings] = useState(() => createAtom<Readings>({}))
  const onRead = useCallback(
    (name: Indicator, texts: readonly string[]) => readings.set((before) => ({ ...before, [name]: texts })),
    [readings],
  )
  const [chart, setChart] = useState<PriceChart>()
  const isUser = Boolean(useSession()?.authorized)
  const resolution = resolutionChoice.get()
  const intraday = resolution !== '1D' && resolution !== '1W' && resolution !== '1M'
  const { kind, indicators, compare } = choice
  const scale = compare === undefined ? choice.scale : 'percent'
  useEffect(() => chart?.setScale(scale), [chart, scale])
  return (
    <chakra.div display="flex" flexDirection="column" height="full">
      <CandleFigures {...{ shown, feed, choice, readings }} />
      <chakra.div position="relative" flex="1" minHeight="0">
        <Suspense fallback={<Skeleton height="full" borderRadius="md" />}>
          <CandleDrawing {...{ feed, label, intraday, kind, tick }} onShow={shown.set} onChart={setChart} />
        </Suspense>
        {chart && (
          <Suspense>
            {(indicators.length > 0 || compare !== undefined) && (
              <ChartExtras {...{ chart, choice, resolution, onRead }} />
            )}
            {(tool !== '' || hasDrawings(market)) && <Drawings key={market} {...{ chart, tool, onDrawn, market }} />}
            {isUser && <OrderMarks chart={chart} path={path} resolution={resolution} />}
          </Suspense>
        )}
      </chakra.div>
    </chakra.div>
  )
}

/** The chart in a sentence, as of its opening: a live sentence would be read out with each trade. */
function useLabel(path: MarketPath, feed: BarFeed): string {
  const { t } = useTranslation('trade')
  const { pairOf } = useCoins()
  const language = useLanguage()
  const show = usePriceText(feed)
  const { high, low, close } = useMemo(() => {
    const { bars } = feed
    return {
      close: bars.at(-1)?.close ?? 0,
      high: bars.reduce((best, bar) => Math.max(best, bar.high), 0),
      low: bars.reduce((best, bar) => Math.min(best, bar.low), Number.POSITIVE_INFINITY),
    }
  }, [feed])
  return t('chart.label', {
    pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }),
    resolution: frameName(resolutionChoice.get(), language),
    ...{ close: show(close), high: show(high), low: show(low) },
  })
}
