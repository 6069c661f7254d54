import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useFavourites } from '#client/entities/market/favourites.queries.ts'
import { type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, tradePage, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn } from '#client/ui/figures.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SmallSearchField } from '#client/ui/search-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { type MarketPath, marketSymbol } from './market-path.ts'

/** The prices of all markets of a unit, at first of this market's own; a row opens its market. */
export default function TickerTable({ path }: { path: MarketPath }) {
  const { t } = useTranslation('markets')
  const { coinOf } = useCoins()
  const favourites = useFavourites()
  const [unit, setUnit] = useState<QuoteUnit>(path.tradeTo)
  const [search, setSearch] = useState('')
  const [starred, setStarred] = useState(false)
  const query = useQuery(marketsQuery(unit))
  const isShown = ({ marketType, relatedCoin }: MarketRow) => {
    const coin = coinOf(relatedCoin)
    return (!starred || favourites?.includes(marketType)) && (coin ? matchesSearch(coin, search) : search === '')
  }
  const rows = query.data?.filter(isShown)
  return (
    <chakra.div display="grid" gap="1.5" gridTemplateColumns="minmax(0, 1fr)">
      <Segmented
        label={t('unit.label')}
        value={unit}
        options={unitsOf(useLanguage()).map((each) => ({ value: each, label: t(`unit.${each}`) }))}
        onChange={setUnit}
      />
      <chakra.div display="flex" alignItems="center">
        <SmallSearchField label={t('search')} hint={t('searchShort')} value={search} onChange={setSearch} />
        {favourites && (
          <IconButton
            label={t('group.favourites')}
            pressed={starred}
            icon={<Star size={16} fill={starred ? 'currentColor' : 'none'} aria-hidden="true" />}
            onClick={() => setStarred(!starred)}
          />
        )}
      </chakra.div>
      <QueryView
        query={query}
        data={rows}
        rows={10}
        height="1.875rem"
        age={{ queryKey: marketsQuery(unit).queryKey }}
        empty={
          <chakra.p role="status" fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="4">
            {t(starred && search === '' ? 'favourites.title' : 'none.title')}
          </chakra.p>
        }
      >
        {(found) => <Tickers rows={found} unit={unit} market={marketSymbol(path)} />}
      </QueryView>
    </chakra.div>
  )
}

function Tickers({ rows, unit, market }: { rows: readonly MarketRow[]; unit: QuoteUnit; market: string }) {
  const { t } = useTranslation('markets')
  const { unitOf } = useCoins()
  const isUser = Boolean(useSession())
  return (
    <chakra.table css={TABLE}>
      <caption>{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.coin')}</th>
          <th scope="col" className="figure">
            {t('columns.price', { unit: unitOf(unit) })}
          </th>
          <th scope="col">
            <span className="unseen">{t('columns.change')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Ticker key={row.marketType} row={row} unit={unit} isUser={isUser} isOpen={row.marketType === market} />
        ))}
      </tbody>
    </chakra.table>
  )
}

type TickerProps = { row: MarketRow; unit: QuoteUnit; isUser: boolean; isOpen: boolean }

/** Memoized: a poll renders the rows whose figures have changed. */
const Ticker = memo(function Ticker({ row, unit, isUser, isOpen }: TickerProps) {
  const { coinOf, nameOf } = useCoins()
  const { relatedCoin, lastPrice, last24HoursChange, isReference } = row
  return (
    <tr>
      <td>
        <PlainLink
          {...tradePage({ tradeTo: unit, tradeFrom: relatedCoin }, isUser)}
          aria-current={isOpen ? 'page' : undefined}
          title={nameOf(relatedCoin)}
        >
          {coinOf(relatedCoin)?.code ?? relatedCoin} <span className="unseen">{nameOf(relatedCoin)}</span>
        </PlainLink>
      </td>
      <td className="figure">
        <DecimalText value={lastPrice} />
      </td>
      <td className="figure change">{!isReference && <PriceChange percent={last24HoursChange} />}</td>
    </tr>
  )
})

const TABLE = {
  width: 'full',
  fontSize: 'xs',
  lineHeight: '1.875rem',
  whiteSpace: 'nowrap',
  '& caption, & .unseen': { srOnly: true },
  '& th': { fontWeight: 'normal', color: 'fg.muted', textAlign: 'start' },
  '& .figure': figureColumn,
  '& .change svg': { display: 'none' },
  '& tbody tr': { position: 'relative', _hover: { bg: 'hover' } },
  '& tbody tr:has([aria-current])': { bg: 'gold.subtle' },
  '& td:first-of-type': { fontWeight: 'semibold' },
  // The whole row is the link.
  '& a::before': { content: '""', position: 'absolute', inset: '0' },
} as const
