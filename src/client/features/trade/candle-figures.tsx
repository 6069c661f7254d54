import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Candle } from '#client/ui/candle-drawing.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { tableFigures } from '#client/ui/figures.ts'

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const

/** The figures of the candle under the pointer, or of the newest. */
export function CandleFigures({ candle }: { candle: Candle }) {
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
export function CandleTable({ candles }: { candles: readonly Candle[] }) {
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
