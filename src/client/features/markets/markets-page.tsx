import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type MarketRow, marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { MarketsTable } from './markets-table.tsx'

type MarketsPageProps = { first: MarketsChoice; onChoice: (choice: MarketsChoice) => void }

export function MarketsPage(props: MarketsPageProps) {
  const { t } = useTranslation('markets')
  return (
    <chakra.div
      maxWidth="page"
      marginInline="auto"
      paddingInline={{ base: '4', md: '6' }}
      paddingTop={{ base: '5', md: '8' }}
      display="grid"
      gap="5"
    >
      <chakra.div>
        <chakra.h1 fontSize={{ base: '2xl', md: '3xl' }} fontWeight="black">
          {t('title')}
        </chakra.h1>
        <chakra.p color="fg.muted" fontSize="sm">
          {t('lead')}
        </chakra.p>
      </chakra.div>
      <Card>
        <Markets {...props} />
      </Card>
    </chakra.div>
  )
}

const ROWS = 6

/** The first markets for the home page, with a link to all of them. */
export function MarketsPreview() {
  const { t } = useTranslation('markets')
  return (
    <Section title={t('title')} aside={<TextLink to="/markets">{t('all')}</TextLink>}>
      <Markets rowsMax={ROWS} />
    </Section>
  )
}

/** The filter of the list. It is kept in the URL, so that going back restores it. */
export interface MarketsChoice {
  readonly unit?: QuoteUnit | undefined
  readonly search?: string | undefined
}

type MarketsProps = {
  /** Shows only the first rows, without the search. */
  rowsMax?: number
  first?: MarketsChoice
  onChoice?: (choice: MarketsChoice) => void
}

/** The markets priced in a unit, with a search by symbol and by names in both languages. */
export function Markets({ rowsMax, first = {}, onChoice }: MarketsProps) {
  const { t } = useTranslation('markets')
  const units = unitsOf(useLanguage())
  const [choice, setChoice] = useState(first)
  const { unit = units[0], search = '' } = choice
  const whole = rowsMax === undefined
  const choose = (change: MarketsChoice) => {
    const next = { ...choice, ...change }
    setChoice(next)
    onChoice?.(next)
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="flex-end" justifyContent="space-between">
        {whole && (
          <chakra.div flex="1 1 16rem" maxWidth={{ md: '22rem' }}>
            <SearchField label={t('search')} value={search} onChange={(typed) => choose({ search: typed })} />
          </chakra.div>
        )}
        <chakra.div width={{ base: 'full', md: '14rem' }}>
          <Segmented
            label={t('unit.label')}
            value={unit}
            options={units.map((each) => ({ value: each, label: t(`unit.${each}`) }))}
            onChange={(chosen) => choose({ unit: chosen })}
          />
        </chakra.div>
      </chakra.div>
      <MarketRows unit={unit} typed={search} rowsMax={rowsMax} />
    </chakra.div>
  )
}

function MarketRows({ unit, typed, rowsMax }: { unit: QuoteUnit; typed: string; rowsMax: number | undefined }) {
  const { t } = useTranslation('markets')
  const { coinOf } = useCoins()
  const query = useQuery(marketsQuery(unit))
  const matches = ({ relatedCoin }: MarketRow) => {
    const coin = coinOf(relatedCoin)
    return coin ? matchesSearch(coin, typed) : typed === ''
  }
  const why = query.data?.length === 0 ? 'empty' : 'none'
  return (
    <div>
      <QueryView
        query={query}
        data={query.data?.filter(matches).slice(0, rowsMax)}
        rows={rowsMax ?? 8}
        height="3.75rem"
        age={{ queryKey: marketsQuery(unit).queryKey }}
        empty={<EmptyState icon={<Search size={24} />} title={t(`${why}.title`)} text={t(`${why}.text`)} />}
      >
        {(rows) => <MarketsTable rows={rows} unit={unit} caption={t('title')} />}
      </QueryView>
    </div>
  )
}
