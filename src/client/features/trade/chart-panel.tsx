import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChartCandlestick, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { AgeBadge } from '#client/ui/age-badge.tsx'
import type { Candle } from '#client/ui/candle.ts'
import { CandleChart } from '#client/ui/candle-chart.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { finest } from '#client/ui/finest.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { CandleFigures, CandleTable } from './candle-figures.tsx'
import { candlesQuery, marketInfoQuery, RESOLUTIONS, type Resolution } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { SandboxNote } from './sandbox-note.tsx'

/** The candles of the market, as a picture or as a table. */
export function ChartPanel({ path, height }: { path: MarketPath; height: string }) {
  const { t } = useTranslation('trade')
  const [resolution, setResolution] = useState<Resolution>('60')
  const [asTable, setAsTable] = useState(false)
  const query = useQuery(candlesQuery({ market: marketSymbol(path), resolution }))
  useHeadline(path, query.refetch)
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
        {query.data ? (
          <Candles path={path} resolution={resolution} candles={query.data.candles} asTable={asTable} />
        ) : query.isError ? (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <Skeleton height="full" borderRadius="md" />
        )}
      </chakra.div>
      <chakra.div display="flex" gap="2" alignItems="center" minHeight="1.5rem">
        {query.data?.sandbox && <SandboxNote />}
        {query.data && <AgeBadge at={query.dataUpdatedAt} />}
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

/** The last candle closes at the headline's price: when that moves, the candles are asked for again. */
function useHeadline(path: MarketPath, refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>) {
  const headline = useQuery(marketInfoQuery(marketSymbol(path))).data?.lastPrice
  useEffect(() => {
    if (headline !== undefined) void refetch({ cancelRefetch: false })
  }, [headline, refetch])
}

type CandlesProps = { path: MarketPath; resolution: Resolution; candles: readonly Candle[]; asTable: boolean }

function Candles({ path, resolution, candles, asTable }: CandlesProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { pairOf } = useCoins()
  const [hovered, setHovered] = useState<Candle>()
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
        priceDecimals={Math.min(8, finest(candles.map(({ close }) => close)))}
        label={t('chart.label', {
          pair: pairOf({ base: path.tradeFrom, quote: path.tradeTo }),
          resolution: t(`chart.${resolution}`),
          close: show(last.close),
          high: show(highestOf(candles)),
          low: show(lowestOf(candles)),
        })}
        onHover={setHovered}
      />
    </chakra.div>
  )
}

interface Span {
  readonly high: string
  readonly low: string
}

const heightOf = (text: string) => parseDecimal(text, PRICE_DECIMALS) ?? 0n

/** The highest price of all candles, as it came. */
export const highestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { high }) => (heightOf(high) > heightOf(best) ? high : best), '0')

/** The lowest price of all candles, as it came; "0" where there are none. */
export const lowestOf = (candles: readonly Span[]): string =>
  candles.reduce((best, { low }) => (heightOf(low) < heightOf(best) ? low : best), candles[0]?.low ?? '0')
