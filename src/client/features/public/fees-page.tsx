import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { type SmallColumn, SmallTable } from '#client/ui/small-table.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getPage } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PublicPage } from './text-page.tsx'

/** The tables stacked; on a wide screen the long one is next to the other two. */
const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
    '& > :nth-child(2)': { xl: { gridColumn: '2', gridRow: '1 / span 2' } },
    '& > :nth-child(3)': { xl: { gridColumn: '1' } },
  },
})

/** The costs of trading and withdrawing: the levels, the networks of every coin, and the rules for Rial. */
export function FeesPage() {
  const { t } = useTranslation('public')
  return (
    <PublicPage title={t('fees.title')} text={t('fees.text')} wide>
      <Grid>
        <FeeLevels />
        <FeeNetworks />
        <RialNote />
      </Grid>
    </PublicPage>
  )
}

function RialNote() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getPage, { params: { slug: 'fees-note' }, query: { language } }))
  const page = query.data?.baseDTO
  return (
    <Section title={page?.title ?? t('fees.rial')}>
      <QueryView query={query} data={page} rows={4}>
        {({ html, language: written }) => <RichText html={html} language={written} />}
      </QueryView>
    </Section>
  )
}

type Level = NonNullable<ReturnType<NonNullable<ReturnType<typeof accountLevelsQuery>['select']>>>[number]

/** The levels of accounts with the volume from which each begins, without the level of market makers. */
function FeeLevels() {
  const { t } = useTranslation('public')
  const { t: shell } = useTranslation('shell')
  const { billed } = useCoins()
  const query = useQuery(accountLevelsQuery())
  const own = useSession()?.userAccountLevel
  const columns: SmallColumn<Level>[] = [
    {
      key: 'level',
      label: `${t('fees.level')} · ${t('fees.volume')}`,
      cell: ({ userAccountLevel, tradeAmount }) => (
        <>
          <chakra.span display="block" fontWeight={userAccountLevel === own ? 'bold' : 'medium'}>
            {shell(`level.${userAccountLevel}`)}
            {userAccountLevel === own && ` · ${t('fees.yours')}`}
          </chakra.span>
          <chakra.span display="block" color="fg.muted" fontSize="xs">
            {t('fees.from')} <DecimalText value={tradeAmount} {...billed('TOMAN')} fractionMax={0} />
          </chakra.span>
        </>
      ),
    },
    {
      key: 'maker',
      label: t('fees.maker'),
      figure: true,
      cell: ({ makerPercent, wagePercent }) => <DecimalText value={makerPercent ?? wagePercent} percent />,
    },
    {
      key: 'taker',
      label: t('fees.taker'),
      figure: true,
      cell: ({ takerPercent, wagePercent }) => <DecimalText value={takerPercent ?? wagePercent} percent />,
    },
  ]
  return (
    <Section title={t('fees.levels')} note={t('fees.levelsNote')}>
      <QueryView query={query} data={query.data} rows={5}>
        {(levels) => (
          <SmallTable
            caption={t('fees.levels')}
            rows={levels.filter(({ userAccountLevel }) => userAccountLevel !== 'SUPERVISOR')}
            columns={columns}
            keyOf={({ userAccountLevel }) => userAccountLevel}
          />
        )}
      </QueryView>
    </Section>
  )
}

type WireCoin = Reply<typeof getCoinDetails>['content'][number]
/** A coin on a network. */
type NetworkRow = Pick<WireCoin, 'name' | 'code'> & { readonly network: WireCoin['tokenTypeDetails'][number] }

/** The number of rows shown until the user asks for all, or searches. */
const ROWS_AT_FIRST = 10

/** Every network of every coin with its minimum withdrawal and fee, searchable by coin. */
function FeeNetworks() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { coinOf } = useCoins()
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const columns = useColumns()
  const query = useQuery(endpointQuery(getCoinDetails, {}))
  const isWanted = ({ name }: WireCoin) => {
    const coin = coinOf(name)
    return coin ? matchesSearch(coin, typed) : typed === ''
  }
  const rows = query.data?.content
    .filter(isWanted)
    .flatMap(({ name, code, tokenTypeDetails }) =>
      tokenTypeDetails.map((network): NetworkRow => ({ name, code, network })),
    )
  const isFolded = !all && typed.trim() === '' && rows !== undefined && rows.length > ROWS_AT_FIRST
  return (
    <Section title={t('fees.networks')} note={t('fees.networksNote')}>
      <chakra.div maxWidth={{ md: '22rem' }} marginBottom="3" _print={{ display: 'none' }}>
        <SearchField label={t('fees.search')} value={typed} onChange={setTyped} />
      </chakra.div>
      <QueryView
        query={query}
        data={rows}
        rows={8}
        empty={<EmptyState icon={<SearchX size={24} />} title={t('fees.none')} />}
      >
        {(networks) => (
          <SmallTable
            caption={t('fees.networks')}
            rows={networks}
            {...(isFolded && { rowsShown: ROWS_AT_FIRST })}
            columns={columns}
            keyOf={({ name, network }) => `${name} ${network.tokenType}`}
          />
        )}
      </QueryView>
      {isFolded && (
        <chakra.div display="grid" marginTop="3">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('fees.showAll', { shown: showDigits(String(rows.length), language) })}
          </Button>
        </chakra.div>
      )}
    </Section>
  )
}

function useColumns(): SmallColumn<NetworkRow>[] {
  const { t } = useTranslation('public')
  const { nameOf } = useCoins()
  const state = (isOpen: boolean) => t(isOpen ? 'fees.open' : 'fees.closed')
  return [
    {
      key: 'coin',
      label: t('fees.coin'),
      cell: ({ name, code, network }) => (
        <chakra.span display="flex" alignItems="center" gap={{ base: '2', md: '3' }}>
          <CoinIcon symbol={name} size={24} />
          <span>
            <chakra.span display="block" fontWeight="medium" lineHeight="snug">
              {nameOf(name)}
            </chakra.span>
            <chakra.span display="block" fontSize="xs" color="fg.muted">
              <bdi dir="ltr">{code}</bdi>
              <chakra.span hideFrom="md" _print={{ display: 'none' }}>
                {' · '}
                <bdi dir="ltr">{network.tokenType}</bdi>
                {!network.withdrawEnable && ` · ${state(false)}`}
              </chakra.span>
            </chakra.span>
          </span>
        </chakra.span>
      ),
    },
    {
      key: 'network',
      label: t('fees.network'),
      wideOnly: true,
      cell: ({ network }) => <bdi dir="ltr">{network.tokenType}</bdi>,
    },
    {
      key: 'min',
      label: t('fees.minimum'),
      figure: true,
      cell: ({ network }) => <DecimalText value={network.minWithdraw} />,
    },
    {
      key: 'fee',
      label: t('fees.fee'),
      figure: true,
      cell: ({ network }) => <DecimalText value={network.withdrawalFee} />,
    },
    { key: 'state', label: t('fees.state'), wideOnly: true, cell: ({ network }) => state(network.withdrawEnable) },
  ]
}
