import { chakra } from '@chakra-ui/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { Separator } from '#client/ui/separator.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { SmallSelect } from '#client/ui/small-select.tsx'
import { useMedia } from '#client/ui/use-wide.ts'
import { rowsThatFill } from './book-columns.ts'
import { BookGrouping } from './book-grouping.tsx'
import { BookOrTrades } from './book-or-trades.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { Depth } from './depth.tsx'
import { DepthPicture } from './depth-picture.tsx'
import { LastTrades, TradesChoice } from './last-trades.tsx'
import { DEPTH_ROWS } from './market.queries.ts'
import type { MarketPath } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { useTakeLevel } from './order-desk.tsx'
import { OrderForm } from './order-form.tsx'
import { useTickers } from './ticker-choice.tsx'

const ARRANGEMENTS = ['standard', 'chart', 'book'] as const
type Arrangement = (typeof ARRANGEMENTS)[number]

/** The arrangement of the panels. Stored on the device. */
const arrangements = storedChoice<Arrangement>({
  key: 'trade-arrangement',
  names: { standard: '', chart: 'chart', book: 'book' },
  otherwise: 'standard',
})

const FORM_LAST = 'minmax(0, 1fr) 0.375rem var(--book) 0.375rem var(--form)'
/**
 * The separators are the areas `a` next to the book, `b` next to the form and `c` above the orders. In a high window the orders extend below the book,
 * whose rows would not fill the height.
 */
const GRIDS: Record<Arrangement, { areas: string; highAreas?: string; columns: string; usual: Sizes }> = {
  standard: {
    areas: '"chart a book b form" "c a book b form" "orders a book b form"',
    highAreas: '"chart a book b form" "c c c b form" "orders orders orders b form"',
    columns: FORM_LAST,
    usual: { book: 288, form: 304, orders: 208 },
  },
  chart: {
    areas: '"chart chart chart b form" "c c c b form" "orders a book b form"',
    columns: FORM_LAST,
    usual: { book: 320, form: 304, orders: 336 },
  },
  book: {
    areas: '"book a chart b form" "book a c b form" "book a orders b form"',
    highAreas: '"book a chart b form" "c c c b form" "orders orders orders b form"',
    columns: 'var(--book) 0.375rem minmax(0, 1fr) 0.375rem var(--form)',
    usual: { book: 288, form: 304, orders: 208 },
  },
}

/** In pixels. */
const BOUNDS: Record<keyof Sizes, { min: number; max: number }> = {
  book: { min: 208, max: 480 },
  form: { min: 272, max: 416 },
  orders: { min: 112, max: 480 },
}

const Sizes = z.object({ book: z.number(), form: z.number(), orders: z.number() })
type Sizes = z.infer<typeof Sizes>
const Kept = z.partialRecord(z.enum(ARRANGEMENTS), Sizes)
const SIZES_KEY = 'trade-panels'

function readSizes(): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(SIZES_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

/** The share of a high window's height that the orders below the book begin with. */
const HIGH_ORDERS = 0.24

/** The sizes of the panels in the present arrangement. Stored on the device, for each arrangement. */
function useSizes(arrangement: Arrangement, isBookAbove: boolean) {
  const [kept, setKept] = useState(readSizes)
  const orders = isBookAbove ? { orders: Math.round(window.innerHeight * HIGH_ORDERS) } : {}
  const usual = { ...GRIDS[arrangement].usual, ...orders }
  const sizes = kept[arrangement] ?? usual
  const resize = (part: keyof Sizes, size: number | undefined) => {
    const next = { ...kept, [arrangement]: { ...sizes, [part]: size ?? usual[part] } }
    setKept(next)
    try {
      localStorage.setItem(SIZES_KEY, JSON.stringify(next))
    } catch {
      // Storage is refused.
    }
  }
  return { sizes, resize }
}

/** Chooses one of the arrangements. */
export function ArrangementMenu() {
  const { t } = useTranslation('trade')
  return (
    <SmallSelect
      label={t('panels.label')}
      value={arrangements.use()}
      options={ARRANGEMENTS.map((value) => ({ value, label: t(`panels.${value}`) }))}
      onChange={arrangements.set}
    />
  )
}

/** The desktop layout: chart, orders, book, trades and form side by side in the height of the window. */
export function Terminal({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const take = useTakeLevel()
  const isHigh = useMedia(HIGH)
  const arrangement = arrangements.use()
  const { areas, highAreas, columns } = GRIDS[arrangement]
  // Below the chart the book is low.
  const rows = arrangement === 'chart' ? 5 : DEPTH_ROWS
  const { sizes, resize } = useSizes(arrangement, isHigh && highAreas !== undefined)
  const frame = useRef<HTMLDivElement>(null)
  const separator = (part: keyof Sizes) => ({
    ...BOUNDS[part],
    label: t(`panels.resize.${part}`),
    value: sizes[part],
    onDrag: (size: number) => frame.current?.style.setProperty(`--${part}`, `${size}px`),
    onEnd: (size: number | undefined) => resize(part, size),
  })
  return (
    <chakra.div display="flex" gap="1.5">
      <Tickers path={path} />
      <Frame
        ref={frame}
        style={{
          gridTemplateAreas: (isHigh && highAreas) || areas,
          gridTemplateColumns: columns,
          gridTemplateRows: 'minmax(0, 1fr) 0.375rem var(--orders)',
          ...{ '--book': `${sizes.book}px`, '--form': `${sizes.form}px`, '--orders': `${sizes.orders}px` },
        }}
      >
        <Panel gridArea="chart" containerType="size" {...OF_GIVEN_SIZE}>
          <ChartOrDepth path={path} />
        </Panel>
        <Separator orientation="horizontal" gridArea="c" panel="after" {...separator('orders')} />
        <Panel gridArea="orders" overflowY="auto" paddingInline="3" {...OF_GIVEN_SIZE}>
          <MyOrders path={path} />
        </Panel>
        <Separator
          orientation="vertical"
          gridArea="a"
          panel={arrangement === 'book' ? 'before' : 'after'}
          {...separator('book')}
        />
        <Panel
          gridArea="book"
          overflowY="auto"
          padding="2"
          aria-label={t('book.title')}
          css={rowsThatFill(rows)}
          {...OF_GIVEN_SIZE}
        >
          {isHigh ? (
            <>
              <PanelHead title={t('book.title')}>
                <BookGrouping path={path} />
              </PanelHead>
              <Depth path={path} onTake={take} rows={rows} />
            </>
          ) : (
            <BookOrTrades path={path} rows={rows} />
          )}
        </Panel>
        <Separator orientation="vertical" gridArea="b" panel="after" {...separator('form')} />
        <FormColumn path={path} isHigh={isHigh} />
      </Frame>
    </chakra.div>
  )
}

/** The form, and in a high window the last trades below it. */
function FormColumn({ path, isHigh }: { path: MarketPath; isHigh: boolean }) {
  const { t } = useTranslation('trade')
  return (
    <chakra.div gridArea="form" display="flex" flexDirection="column" gap="1.5" minHeight="0" overflowY="auto">
      <Panel flex={isHigh ? '0 0 auto' : '1 0 auto'} padding="3">
        <OrderForm path={path} />
      </Panel>
      {isHigh && (
        <Panel flex="1 0 12rem" overflowY="auto" padding="2" aria-label={t('trades.title')} {...OF_GIVEN_SIZE}>
          <PanelHead title={t('trades.title')}>
            <TradesChoice />
          </PanelHead>
          <LastTrades path={path} />
        </Panel>
      )}
    </chakra.div>
  )
}

// It is not precached: without a network its place stays empty, instead of the page failing as a whole.
const TickerTable = lazy<ComponentType<{ path: MarketPath }>>(() =>
  import('./ticker-table.tsx').catch(() => ({ default: () => null })),
)

/** The prices of all markets, where the user wants them or the window has space for them. */
function Tickers({ path }: { path: MarketPath }) {
  const { t } = useTranslation('markets')
  if (!useTickers().shown) return null
  return (
    <Panel width="12.5rem" flexShrink="0" overflowY="auto" padding="2" aria-label={t('title')} {...OF_GIVEN_SIZE}>
      <Suspense fallback={<SkeletonRows rows={10} height="1.875rem" />}>
        <TickerTable key={path.tradeTo} path={path} />
      </Suspense>
    </Panel>
  )
}

/** The height from which the last trades have space below the form; in a lower window they are a tab of the book. */
const HIGH = '(min-height: 62rem)'

const Frame = chakra('div', {
  base: {
    display: 'grid',
    flex: '1',
    minWidth: '0',
    minHeight: '36rem',
    // Below the bars of the page and the line of the market.
    height: 'calc(100dvh - 10.25rem)',
    '& [role=tab]': { minHeight: '9' },
  },
})

/** A change inside a panel of a given size lays out and paints that panel alone. */
const OF_GIVEN_SIZE = { contain: 'strict' } as const

const Panel = chakra('section', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    minWidth: '0',
    minHeight: '0',
    scrollbarWidth: 'thin',
  },
})

function PanelHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="2"
      paddingInline="1"
      paddingBottom="1"
    >
      <chakra.h2 fontSize="sm" fontWeight="bold">
        {title}
      </chakra.h2>
      {children}
    </chakra.div>
  )
}

function ChartOrDepth({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const [view, setView] = useState<'chart' | 'depth'>('chart')
  const panelId = useId()
  const tabs = (
    <chakra.div data-key="chart" marginInlineEnd="2">
      <Segmented
        as="tabs"
        look="underline"
        panelId={panelId}
        label={t('tabs.label')}
        value={view}
        options={(['chart', 'depth'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
        onChange={setView}
      />
    </chakra.div>
  )
  return (
    <chakra.div paddingInline="3" paddingTop="1">
      {view === 'chart' ? (
        <ChartPanel path={path} height="calc(100cqb - 5.25rem)" before={tabs} panelId={panelId} />
      ) : (
        <>
          <chakra.div display="flex">{tabs}</chakra.div>
          <div role="tabpanel" id={panelId}>
            <DepthPicture path={path} />
          </div>
        </>
      )}
    </chakra.div>
  )
}
