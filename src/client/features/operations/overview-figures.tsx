import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { DayBar } from '#client/ui/bar-drawing.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Folded } from './folded.tsx'
import { LargeTotal, sumOf } from './large-total.tsx'
import type { Figures } from './overview.queries.ts'

/** Lazy: the drawing library is loaded with the first chart. */
const BarDrawing = lazy(() => import('#client/ui/bar-drawing.tsx'))

type FiguresOfDay = Figures['days'][number]

const MONEY = ['volume', 'fees', 'deposited'] as const
const BAR_HEIGHT_PX = 72
const COUNTS = ['trades', 'users', 'deposits', 'withdrawals'] as const

/** Each of today's figures with its last fourteen days, and all of them as a table. */
export function FiguresSection({ days }: { days: Figures['days'] }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const today = days.at(-1)
  return (
    <>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        }}
        marginBottom="4"
      >
        {[...MONEY, ...COUNTS].map((figure) => (
          <chakra.figure key={figure} minWidth="0">
            <chakra.figcaption
              display="flex"
              flexWrap="wrap"
              justifyContent="space-between"
              columnGap="2"
              fontSize="sm"
              marginBottom="2"
            >
              <chakra.span color="fg.muted">{t(`overview.figures.${figure}`)}</chakra.span>
              <chakra.span fontWeight="bold">
                {today && <FigureText day={today} figure={figure} unit={unitOf('TOMAN')} />}
              </chakra.span>
            </chakra.figcaption>
            <BarChart
              bars={days.map((day) => ({ day: day.day, value: String(day[figure]) }))}
              label={t('overview.figures.chart', { name: t(`overview.figures.${figure}`) })}
            />
            <chakra.p
              display="flex"
              flexWrap="wrap"
              justifyContent="space-between"
              columnGap="2"
              fontSize="xs"
              color="fg.muted"
            >
              {t('overview.figures.total')}
              <Total days={days} figure={figure} />
            </chakra.p>
          </chakra.figure>
        ))}
      </chakra.div>
      <DayTable days={days} />
    </>
  )
}

/** The sum of a figure's bars. */
function Total({ days, figure }: { days: Figures['days']; figure: FigureProps['figure'] }) {
  const { unitOf } = useCoins()
  const sum = sumOf(days.map((day) => String(day[figure])))
  return COUNTS.some((count) => count === figure) ? (
    <DecimalText value={sum} />
  ) : (
    <LargeTotal value={sum} unit={unitOf('TOMAN')} />
  )
}

type FigureProps = { day: FiguresOfDay; figure: (typeof MONEY)[number] | (typeof COUNTS)[number]; unit?: string }

function FigureText({ day, figure, unit }: FigureProps) {
  const value = day[figure]
  if (typeof value === 'number') return <DecimalText value={String(value)} />
  return <LargeTotal value={value} {...(unit === undefined ? {} : { unit })} />
}

function DayTable({ days }: { days: Figures['days'] }) {
  const { t } = useTranslation('desk')
  const columns: readonly Column<FiguresOfDay>[] = [
    {
      key: 'day',
      label: t('overview.figures.day'),
      cell: ({ day }) => <DateText at={`${day}T12:00:00Z`} style="date" />,
    },
    ...[...MONEY, ...COUNTS].map((figure) => ({
      key: figure,
      label: t(`overview.figures.${figure}`),
      cell: (day: FiguresOfDay) => <FigureText day={day} figure={figure} />,
    })),
  ]
  return (
    <Folded title={t('overview.figures.table')}>
      <DataTable
        caption={t('overview.figures.table')}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        columns={columns}
        dense
      />
    </Folded>
  )
}

/** A bar for each day, the last one highlighted. The page shows the figures in a table, too. */
function BarChart({ bars, label }: { bars: readonly DayBar[]; label: string }) {
  return (
    <Suspense fallback={<Skeleton width="full" height={`${BAR_HEIGHT_PX / 16}rem`} />}>
      <chakra.div width="full">
        <BarDrawing bars={bars} label={label} height={BAR_HEIGHT_PX} />
      </chakra.div>
    </Suspense>
  )
}
