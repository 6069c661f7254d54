import { useTranslation } from 'react-i18next'
import type { Candle } from '#client/ui/candle.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'

const ROWS_MAX = 50
const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const

/** The newest candles in figures, newest first: what the picture shows, for whoever does not see it. */
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
