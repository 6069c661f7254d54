import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartCandlestick, Table2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useThemeMode } from '#client/lib/theme-mode.ts'
import type { Candle, CandleChartProps } from '#client/ui/candle-drawing.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { tableFigures } from '#client/ui/figures.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { QueryAge } from '#client/ui/query-age.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { finest, showDecimal } from '#client/ui/show-decimal.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Reply } from '#contract/endpoint.ts'
import type { getMarketInfo } from '#contract/markets.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { candlesQuery, FIRST_RESOLUTION, marketInfoQuery, RESOLUTIONS, type Resolution } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { SandboxNote } from './sandbox-note.tsx'

/** Lazy: the drawing library is loaded with the first chart. */
const CandleDrawing = lazy(() => import('#client/ui/candle-drawing.tsx'))

/** The candles of the market, as a chart or as a table. */
export function ChartPanel({ path, height }: { path: MarketPath; height: string }) {
  const { t } = useTranslation('trade')
  const [resolution, setResolution] = useState(FIRST_RESOLUTION)
  const [asTable, setAsTable] = useState(false)
  const options = candlesQuery({ market: marketSymbol(path), resolution })
  const query = useQuery(options)
  return (
    <chakra.div display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
      <Segmented
        label={t('chart.resolution')}
        look="narrow"
        value={resolution}
        options={RESOLUTIONS.map((value) => ({ value, label: t(`chart.short.${value}`), name: t(`chart.${value}`) }))}
        onChange={setResolution}
      />
      <chakra.div height={height} overflowY={asTable ? 'auto' : 'hidden'}>
        <QueryView query={query} data={query.data?.candles} rows={1} height={height}>
          {(answered) => <Candles path={path} resolution={resolution} answered={answered} asTable={asTable} />}
        </QueryView>
      </chakra.div>
      <chakra.div display="flex" gap="2" alignItems="center" minHeight="1.5rem">
        {query.data?.sandbox && <SandboxNote />}
        {query.data && <QueryAge queryKey={options.queryKey} />}
        <chakra.div marginInlineStart="auto" marginBlock="-2.5">
          <IconButton
            label={asTable ? t('chart.picture') : t('chart.table')}
            icon={asTable ? <ChartCandlestick size={18} aria-hidden="true" /> : <Table2 size={18} aria-hidden="true" />}
            onClick={() => setAsTable(!asTable)}
          />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}

/** The candles of the last answer. If the headline's price is newer, the newest candle takes it: between two answers it moves with the headline. */
function useCandles(path: MarketPath, resolution: Resolution, answered: readonly Candle[]): readonly Candle[] {
  const client = useQueryClient()
  const info = marketInfoQuery(marketSymbol(path))
  const price = useQuery({ ...info, select: tradedPriceOf }).data
  const answeredAt = client.getQueryState(
    candlesQuery({ market: marketSymbol(path), resolution }).queryKey,
  )?.dataUpdatedAt
  const pricedAt = client.getQueryState(info.queryKey)?.dataUpdatedAt
  const isYounger = (pricedAt ?? 0) > (answeredAt ?? 0)
  return useMemo(() => (isYounger ? closeAt(answered, price) : answered), [answered, price, isYounger])
}

const tradedPriceOf = ({ baseDTO: { marketTradeInfo } }: Reply<typeof getMarketInfo>) =>
  marketTradeInfo.isReference ? undefined : marketTradeInfo.lastPrice

/** Makes the newest candle close at this price, and extends its high and low to it. */
export function closeAt(candles: readonly Candle[], price: string | null | undefined): readonly Candle[] {
  const last = candles.at(-1)
  if (!last || !price || price === last.close) return candles
  const reached = [last, { high: price, low: price }]
  return [...candles.slice(0, -1), { ...last, close: price, high: highestOf(reached), low: lowestOf(reached) }]
}

type CandlesProps = { path: MarketPath; resolution: Resolution; answered: readonly Candle[]; asTable: boolean }

function Candles({ path, resolution, answered, asTable }: CandlesProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { pairOf } = useCoins()
  const [hovered, setHovered] = useState<Candle>()
  const candles = useCandles(path, resolution, answered)
  const facts = useMemo(() => factsOf(candles), [candles])
  const last = candles.at(-1)
  if (!last) return <EmptyState icon={<ChartCandlestick size={24} />} title={t('chart.empty')} />
  if (asTable) return <CandleTable candles={candles} />
  const show = (text: string) => showDecimal(text, language)
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gridTemplateRows="auto minmax(0, 1fr)"
      height="full"
    >
      <CandleFigures candle={hovered ?? last} />
      <CandleChart
        candles={candles}
        series={`${marketSymbol(path)} ${resolution}`}
        intraday={resolution !== '1D' && resolution !== '1W'}
        priceDecimals={facts.priceDecimals}
        label={t('chart.label', {
          pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }),
          resolution: t(`chart.${resolution}`),
          close: show(last.close),
          high: show(facts.high),
          low: show(facts.low),
        })}
        onHover={setHovered}
      />
    </chakra.div>
  )
}

const factsOf = (candles: readonly Candle[]) => ({
  priceDecimals: Math.min(8, finest(candles.map(({ close }) => close))),
  high: highestOf(candles),
  low: lowestOf(candles),
})

interface Span {
  readonly high: string
  readonly low: string
}

const heightOf = (text: string) => parseDecimal(text, PRICE_DECIMALS) ?? 0n

/** The highest price of all candles, with its text unchanged. */
export const highestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { high }) => (heightOf(high) > heightOf(best) ? high : best), '0')

/** The lowest price of all candles, with its text unchanged; "0" without candles. */
export const lowestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { low }) => (heightOf(low) < heightOf(best) ? low : best), candles[0]?.low ?? '0')

/** Candles and volume. Time runs from left to right in both languages. */
function CandleChart(props: CandleChartProps) {
  // A canvas cannot follow the theme's CSS variables, so a new theme mounts a new drawing.
  const theme = useThemeMode()
  return (
    <Suspense fallback={<Skeleton height="full" borderRadius="md" />}>
      <CandleDrawing key={theme} {...props} />
    </Suspense>
  )
}

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const

/** The figures of the candle under the pointer, or of the newest. */
function CandleFigures({ candle }: { candle: Candle }) {
  const { t } = useTranslation('trade')
  return (
    <chakra.dl
      display="flex"
      flexWrap="wrap"
      columnGap="3"
      fontSize="xs"
      css={tableFigures}
      paddingBottom="1"
      aria-live="off"
    >
      {FIGURES.map((figure) => (
        <chakra.div key={figure} display="flex" gap="1">
          <chakra.dt color="fg.muted">{t(`chart.${figure}`)}</chakra.dt>
          <chakra.dd fontWeight="semibold">
            <DecimalText value={candle[figure]} fractionMax={figure === 'volume' ? 3 : 8} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

const ROWS_MAX = 50
/** The newest candles as a table, newest first, for users who cannot see the chart. */
function CandleTable({ candles }: { candles: readonly Candle[] }) {
  const { t } = useTranslation('trade')
  return (
    <DataTable
      dense
      caption={t('chart.title')}
      rows={candles.slice(-ROWS_MAX).toReversed()}
      keyOf={({ time }) => String(time)}
      columns={[
        {
          key: 'time',
          label: t('chart.time'),
          wide: true,
          cell: ({ time }) => <DateText at={new Date(time * 1_000).toISOString()} />,
        },
        ...FIGURES.map((figure) => ({
          key: figure,
          label: t(`chart.${figure}`),
          figure: true,
          cell: (candle: Candle) => <DecimalText value={candle[figure]} fractionMax={figure === 'volume' ? 3 : 8} />,
        })),
      ]}
    />
  )
}
