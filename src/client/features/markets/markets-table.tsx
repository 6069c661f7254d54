import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { MarkFavourite } from '#client/entities/market/market-buttons.tsx'
import type { MarketRow } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { figureColumn } from '#client/ui/figures.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { useMedia } from '#client/ui/use-wide.ts'
import type { MarketOrder, MarketSort } from './arrange-markets.ts'
import { hideOnNarrow, OneMarket, ROWS } from './market-row.tsx'

const Head = chakra('th', {
  base: {
    paddingBlock: '2',
    paddingInline: { base: '1', md: '3' },
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
})

/** The choice between prices in Toman and in Tether. */
export function UnitSwitch({ unit, onChange }: { unit: QuoteUnit; onChange: (unit: QuoteUnit) => void }) {
  const { t } = useTranslation('markets')
  return (
    <chakra.div minWidth={{ base: '0', md: 'auto' }} flex={{ base: '1 0 min(9rem, 100%)', md: '0 0 14rem' }}>
      <Segmented
        label={t('unit.label')}
        value={unit}
        options={unitsOf(useLanguage()).map((each) => ({ value: each, label: t(`unit.${each}`) }))}
        onChange={onChange}
      />
    </chakra.div>
  )
}

/** The rows of a longer list that are drawn, with the heights of those before and after them in pixels. */
export interface PartOfList {
  readonly first: number
  readonly count: number
  readonly before: number
  readonly after: number
  readonly measure: (row: Element | null) => void
}

/** The table of all markets is sorted by its columns, and has volumes and stars. */
export interface WholeTable {
  readonly order: MarketOrder | undefined
  readonly onSort: (by: MarketSort) => void
  /** Decimal text in the coin of the price. */
  readonly volumeOf: (row: MarketRow) => string
  /** `undefined` for a visitor. */
  readonly favourites: readonly string[] | undefined
  readonly onMark: MarkFavourite
  /** Absent: all rows of the list are drawn. */
  readonly part: PartOfList | undefined
}

type MarketsTableProps = {
  rows: readonly MarketRow[]
  unit: QuoteUnit
  caption: string
  /** Absent for the first rows alone. */
  whole?: WholeTable
}

/** The width from which each figure has a column: the theme's `md`. Each figure and button of a row exists once, in its place of this width. */
const COLUMNS = '(min-width: 768px)'

/**
 * A row for each market. The whole row is a link: for a user to the trade page, for a visitor to the coin's page. A phone shows price, change and
 * volume in one column and the bell of a price alert next to the ticker, since another column would not fit.
 */
export function MarketsTable({ rows, unit, caption, whole }: MarketsTableProps) {
  const { t } = useTranslation('markets')
  const { coinOf, nameOf } = useCoins()
  const isUser = Boolean(useSession())
  const isWide = useMedia(COLUMNS)
  const part = whole?.part
  return (
    <chakra.table css={ROWS} aria-rowcount={part && part.count + 1}>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <MarketsHead {...{ unit, isUser, isWide }} order={whole?.order} onSort={whole?.onSort} />
      <tbody>
        {part && <Gap height={part.before} />}
        {rows.map((row, place) => {
          const name = nameOf(row.relatedCoin)
          return (
            <OneMarket
              key={row.marketType}
              {...{ row, unit, name, isUser, isWide }}
              code={coinOf(row.relatedCoin)?.code ?? row.relatedCoin}
              label={t('trade', { name })}
              volume={whole?.volumeOf(row)}
              volumeName={t('short.volume')}
              isFavourite={whole?.favourites?.includes(row.marketType)}
              onMark={whole?.onMark}
              measure={part?.measure}
              place={(part?.first ?? 0) + place}
            />
          )
        })}
        {part && <Gap height={part.after} />}
      </tbody>
    </chakra.table>
  )
}

type MarketsHeadProps = {
  order: MarketOrder | undefined
  onSort: WholeTable['onSort'] | undefined
  unit: QuoteUnit
  isUser: boolean
  isWide: boolean
}

/** Memoized: a scroll through a long list renders the table often. */
const MarketsHead = memo(function MarketsHead({ unit, isUser, isWide, order, onSort }: MarketsHeadProps) {
  const { t } = useTranslation('markets')
  const { unitOf } = useCoins()
  const head = (by: MarketSort, label: string) =>
    onSort ? <SortedHead by={by} label={label} order={order} onSort={onSort} /> : label
  const sortOf = (by: MarketSort) => directionOf(by, order)
  return (
    <thead>
      <chakra.tr borderBottomWidth="1px" borderColor="line">
        <Head scope="col" aria-sort={sortOf('name')}>
          {head('name', t('columns.coin'))}
        </Head>
        <Head scope="col" textAlign={{ base: 'center', md: 'start' }} css={hideOnNarrow}>
          {t('columns.week')}
        </Head>
        <Head
          scope="col"
          aria-sort={sortOf('price') ?? (isWide ? undefined : (sortOf('change') ?? sortOf('volume')))}
          {...figureColumn}
        >
          {head('price', t('columns.price', { unit: unitOf(unit) }))}
          {!isWide && onSort && (
            <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" columnGap="3">
              {head('change', t('short.change'))}
              {head('volume', t('short.volume'))}
            </chakra.div>
          )}
        </Head>
        {isWide && (
          <Head scope="col" aria-sort={sortOf('change')} {...figureColumn}>
            {head('change', t('columns.change'))}
          </Head>
        )}
        {isWide && onSort && (
          <Head scope="col" aria-sort={sortOf('volume')} {...figureColumn}>
            {head('volume', t('columns.volume', { unit: unitOf(unit) }))}
          </Head>
        )}
        {isWide && isUser && (
          <chakra.th width={onSort ? '6rem' : 'tap'}>
            <chakra.span srOnly>{t('columns.alert')}</chakra.span>
          </chakra.th>
        )}
      </chakra.tr>
    </thead>
  )
})

/** Takes the place of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => (
  <tr>
    <td style={{ height }} />
  </tr>
)

const directionOf = (by: MarketSort, order: MarketOrder | undefined) =>
  order?.by === by ? (order.isReversed === (by === 'name') ? 'descending' : 'ascending') : undefined

const ARROW = { ascending: ' ▲', descending: ' ▼' } as const

type SortedHeadProps = Pick<WholeTable, 'order' | 'onSort'> & { by: MarketSort; label: string }

/** A column's name; a press sorts by it. */
function SortedHead({ by, label, order, onSort }: SortedHeadProps) {
  const direction = directionOf(by, order)
  return (
    <chakra.button
      type="button"
      onClick={() => onSort(by)}
      minHeight="tap"
      marginBlock="-2"
      color={direction && 'gold'}
      fontWeight={direction && 'semibold'}
      _hover={{ color: 'fg' }}
    >
      {label}
      <span aria-hidden="true">{direction && ARROW[direction]}</span>
    </chakra.button>
  )
}
