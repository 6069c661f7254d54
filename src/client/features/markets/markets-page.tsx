import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Search, Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useFavourites, useMarkFavourite } from '#client/entities/market/favourites.queries.ts'
import { type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import {
  arrangeMarkets,
  MARKET_GROUPS,
  MARKET_SORTS,
  type MarketGroup,
  type MarketOrder,
  newMarkets,
  tradedTotal,
} from './arrange-markets.ts'
import { MarketsTable, UnitSwitch, type WholeTable } from './markets-table.tsx'

type MarketsPageProps = { first?: MarketsChoice; onChoice?: (choice: MarketsChoice) => void }

export function MarketsPage(props: MarketsPageProps) {
  const { t } = useTranslation('markets')
  return (
    <chakra.div
      maxWidth="page"
      marginInline="auto"
      paddingInline={{ base: '4', md: '6' }}
      paddingTop={{ base: '3', md: '8' }}
      display="grid"
      gap={{ base: '3', md: '5' }}
    >
      <chakra.div>
        <chakra.h1 fontSize={{ base: '2xl', md: '3xl' }} fontWeight="black">
          {t('title')}
        </chakra.h1>
        <chakra.p color="fg.muted" fontSize="sm" hideBelow="md">
          {t('lead')}
        </chakra.p>
      </chakra.div>
      <Card>
        <Markets {...props} />
      </Card>
    </chakra.div>
  )
}

/** The choice of rows and their order. It is kept in the URL, so that going back restores it. */
export interface MarketsChoice {
  readonly unit?: QuoteUnit | undefined
  readonly search?: string | undefined
  /** A `MarketGroup` and a `MarketSort`; anything else counts as none. */
  readonly group?: string | undefined
  readonly sort?: string | undefined
  readonly reversed?: boolean | undefined
}

/** The markets priced in a unit, by group, with a search by symbol and by names in both languages, sorted by any column. */
export function Markets({ first = {}, onChoice }: MarketsPageProps) {
  const { t } = useTranslation('markets')
  const units = unitsOf(useLanguage())
  const isUser = useFavourites() !== undefined
  const [choice, setChoice] = useState(first)
  const { unit = units[0], search = '' } = choice
  const rows = useQuery(marketsQuery(unit)).data
  const hasNew = rows !== undefined && newMarkets(rows, Date.now()).length > 0
  const groups = MARKET_GROUPS.filter((each) => (each !== 'favourites' || isUser) && (each !== 'new' || hasNew))
  const group = groups.find((each) => each === choice.group) ?? 'all'
  const choose = (change: MarketsChoice) => {
    const next = { ...choice, ...change }
    setChoice(next)
    onChoice?.(next)
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="flex-end" justifyContent="space-between">
        <chakra.div flex={{ base: '1 1 6rem', md: '1 1 16rem' }} maxWidth={{ md: '22rem' }}>
          <SearchField label={t('search')} value={search} onChange={(typed) => choose({ search: typed })} />
        </chakra.div>
        <UnitSwitch unit={unit} onChange={(chosen) => choose({ unit: chosen })} />
      </chakra.div>
      <Segmented
        label={t('group.label')}
        look="underline"
        value={group}
        options={groups.map((value) => ({ value, label: t(`group.${value}`) }))}
        onChange={(chosen) => choose({ group: chosen, sort: undefined, reversed: undefined })}
      />
      <MarketRows choice={{ ...choice, unit, search, group }} choose={choose} />
    </chakra.div>
  )
}

interface Chosen extends MarketsChoice {
  readonly unit: QuoteUnit
  readonly search: string
  readonly group: MarketGroup
}

function MarketRows({ choice, choose }: { choice: Chosen; choose: (change: MarketsChoice) => void }) {
  const { t } = useTranslation('markets')
  const language = useLanguage()
  const { coinOf, nameOf } = useCoins()
  const favourites = useFavourites()
  const { mutate: onMark } = useMarkFavourite()
  const { unit, search, group, reversed = false } = choice
  const sort = MARKET_SORTS.find((each) => each === choice.sort)
  const options = marketsQuery(unit)
  const query = useQuery(options)
  const matches = ({ relatedCoin }: MarketRow) => {
    const coin = coinOf(relatedCoin)
    return coin ? matchesSearch(coin, search) : search === ''
  }
  const order = sort && { by: sort, isReversed: reversed }
  const arranged =
    query.data &&
    arrangeMarkets(query.data, {
      group,
      order,
      favourites: favourites ?? [],
      nameOf,
      language,
      nowMs: Date.now(),
    }).filter(matches)
  const why = query.data?.length === 0 ? 'empty' : search === '' && group !== 'all' && group !== 'new' ? group : 'none'
  return (
    <div>
      <QueryView
        query={query}
        data={arranged}
        rows={8}
        height="4.25rem"
        age={{ queryKey: options.queryKey }}
        empty={
          <EmptyState
            icon={why === 'favourites' ? <Star size={24} /> : <Search size={24} />}
            title={t(`${why}.title`)}
            text={t(`${why}.text`)}
          />
        }
      >
        {(rows) => (
          <MarketList
            rows={rows}
            unit={unit}
            order={order}
            favourites={favourites}
            onMark={onMark}
            onSort={(by) => choose(nextOrder(by, { sort, reversed }))}
          />
        )}
      </QueryView>
    </div>
  )
}

/** A second press on a column turns its order, and a third one gives up sorting. */
function nextOrder(
  by: MarketOrder['by'],
  { sort, reversed }: Pick<MarketsChoice, 'sort' | 'reversed'>,
): Pick<MarketsChoice, 'sort' | 'reversed'> {
  if (sort !== by) return { sort: by, reversed: undefined }
  return reversed ? { sort: undefined, reversed: undefined } : { sort: by, reversed: true }
}

/** Shorter lists are drawn whole, so that the browser's own search finds every row. */
const WHOLE_MAX = 100
const LongMarketList = lazy(() => import('./long-market-list.tsx'))

type MarketListProps = Omit<WholeTable, 'part' | 'volumeOf'> & { rows: readonly MarketRow[]; unit: QuoteUnit }

function MarketList({ rows, unit, ...whole }: MarketListProps) {
  const { t } = useTranslation('markets')
  const table = { unit, caption: t('title'), whole: { ...whole, part: undefined, volumeOf: tradedTotal } }
  const first = <MarketsTable {...table} rows={rows.slice(0, WHOLE_MAX)} />
  if (rows.length <= WHOLE_MAX) return first
  return (
    <Suspense fallback={first}>
      <LongMarketList {...table} rows={rows} />
    </Suspense>
  )
}
