import { chakra } from '@chakra-ui/react'
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { type Bar, type BarFeed, decimalsOf } from './bar-feed.ts'
import { type ChartChoice, INDICATOR_TONES, type Indicator, periodsOf, type Readings } from './chart-choice.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-US' } as const
const PRICES = ['open', 'high', 'low', 'close'] as const

/** Writes prices with the decimals of this feed. */
export function usePriceText(feed: BarFeed): (price: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const decimals = decimalsOf(feed.bars.map(({ close }) => close))
    const format = new Intl.NumberFormat(LOCALE[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    return (price) => format.format(price)
  }, [feed, language])
}

function useVolumeText(): (volume: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: 3 })
    return (volume) => format.format(volume)
  }, [language])
}

type CandleFiguresProps = {
  shown: ReadonlyAtom<Bar | undefined>
  feed: BarFeed
  choice: ChartChoice
  readings: ReadonlyAtom<Readings>
}

/**
 * The figures of the bar under the pointer, or of the newest, above the chart, where no line of it crosses them. Its height depends on the choices
 * alone: nothing moves when figures change.
 */
export function CandleFigures({ shown, feed, choice, readings }: CandleFiguresProps) {
  const { nameOf } = useCoins()
  const [compared] = choice.compare?.split('_') ?? []
  return (
    <chakra.div css={FIGURES} aria-live="off">
      <BarFigures shown={shown} feed={feed} />
      {(choice.indicators.length > 0 || compared) && (
        <chakra.div display="flex" flexWrap="wrap" columnGap="2.5">
          {choice.indicators.map((name) => (
            <Reading key={name} {...{ name, choice, readings }} />
          ))}
          {compared && <LineName tone={INDICATOR_TONES.compare} name={nameOf(compared)} />}
        </chakra.div>
      )}
    </chakra.div>
  )
}

/** On a phone the names of the figures are short, and long prices take two lines. */
const NARROW = '@container (max-width: 34rem)'
const LARGE_LETTERS = '@container (max-width: 24em)'
const LARGEST_LETTERS = '@container (max-width: 12rem)'
const SMALLEST = '@container (max-width: 19em)'
/** Five prices with more characters do not fit into one line of a phone. */
const SHORT_MAX = 10

const FIGURES = {
  containerType: 'inline-size',
  fontSize: { base: '0.6875rem', lg: 'xs' },
  lineHeight: '1.1rem',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  '& dl': {
    display: 'flex',
    columnGap: '2.5',
    [NARROW]: { flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '1' },
    '&[data-long]': {
      [NARROW]: { display: 'grid', gridTemplateColumns: 'repeat(3, auto)' },
      [LARGE_LETTERS]: { gridTemplateColumns: 'auto auto' },
      [LARGEST_LETTERS]: { gridTemplateColumns: 'auto' },
    },
    '&:not([data-long]) div:last-of-type': { [SMALLEST]: { display: 'none' } },
  },
  '& dl div': { display: 'flex', gap: '1', [NARROW]: { gap: '0.5' } },
  '& dt': {
    color: 'fg.muted',
    [NARROW]: { fontSize: '0', _before: { content: 'attr(data-short)', fontSize: '0.6875rem' } },
  },
  '& .buy': { color: 'buy' },
  '& .sell': { color: 'sell' },
} as const

/** Plain elements: they render with each movement of the price. */
function BarFigures({ shown, feed }: Pick<CandleFiguresProps, 'shown' | 'feed'>) {
  const bar = useSelector(shown)
  const show = usePriceText(feed)
  const showVolume = useVolumeText()
  if (!bar) return null
  const colour = bar.close >= bar.open ? 'buy' : 'sell'
  return (
    <dl data-long={show(bar.high).length > SHORT_MAX || undefined}>
      {PRICES.map((figure) => (
        <Figure key={figure} figure={figure} colour={colour}>
          {show(bar[figure])}
        </Figure>
      ))}
      <Figure figure="volume">{showVolume(bar.volume)}</Figure>
    </dl>
  )
}

type ReadingProps = Pick<CandleFiguresProps, 'choice' | 'readings'> & { name: Indicator }

/** An indicator with the numbers it is calculated by, and its values. */
function Reading({ name, choice, readings }: ReadingProps) {
  const language = useLanguage()
  const texts = useSelector(readings, (all) => all[name])
  const periods = periodsOf(choice, name).map((period) => showDecimal(`${period}`, language))
  return (
    <LineName tone={INDICATOR_TONES[name]} name={`${name} ${periods.join(', ')}`}>
      {texts?.map((text, at) => (
        // The values have no names of their own, and their order is fixed.
        <bdi key={PARTS[at]} dir="ltr">
          {text}
        </bdi>
      ))}
    </LineName>
  )
}

/** No indicator has more values. */
const PARTS = ['first', 'second', 'third']

/** A drawn line's name, beside its colour. */
function LineName({ tone, name, children }: { tone: string; name: string; children?: ReactNode }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1">
      <chakra.span width="2.5" height="0.5" aria-hidden="true" style={{ background: tone }} />
      <chakra.bdi dir="ltr" color="fg.muted">
        {name}
      </chakra.bdi>
      {children}
    </chakra.span>
  )
}

type FigureProps = { figure: (typeof PRICES)[number] | 'volume'; colour?: 'buy' | 'sell'; children: string }

function Figure({ figure, colour, children }: FigureProps) {
  const { t } = useTranslation('trade')
  return (
    <div>
      <dt data-short={t(`chart.short.${figure}`)}>{t(`chart.bar.${figure}`)}</dt>
      <dd className={colour}>
        <bdi dir="ltr">{children}</bdi>
      </dd>
    </div>
  )
}

const ROWS_MAX = 50

/** The newest bars as a table, newest first, for users who cannot see the chart. */
export function CandleTable({ feed }: { feed: BarFeed }) {
  const { t } = useTranslation('trade')
  // A changed bar is a new object.
  useSyncExternalStore(
    (listener) => feed.subscribe(listener),
    () => feed.bars.at(-1),
  )
  const show = usePriceText(feed)
  const showVolume = useVolumeText()
  return (
    <DataTable
      dense
      caption={t('chart.title')}
      rows={feed.bars.slice(-ROWS_MAX).toReversed()}
      keyOf={({ time }) => `${time}`}
      columns={[
        {
          key: 'time',
          label: t('chart.bar.time'),
          wide: true,
          cell: ({ time }) => <DateText at={new Date(time * 1_000).toISOString()} />,
        },
        ...PRICES.map((figure) => ({
          key: figure,
          label: t(`chart.bar.${figure}`),
          figure: true,
          cell: (bar: Bar) => <bdi dir="ltr">{show(bar[figure])}</bdi>,
        })),
        {
          key: 'volume',
          label: t('chart.bar.volume'),
          figure: true,
          cell: ({ volume }) => <bdi dir="ltr">{showVolume(volume)}</bdi>,
        },
      ]}
    />
  )
}
