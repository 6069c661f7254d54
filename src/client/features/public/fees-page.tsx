import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/lib/account-levels.queries.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { matchesSearch } from '#client/lib/match-coin.ts'
import { useSession } from '#client/lib/session.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { useWorth } from '#client/lib/use-worth.ts'
import { CoinIcon } from '#client/ui/coin-icon.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import { getPage } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PublicPage } from './text-page.tsx'

type Level = NonNullable<ReturnType<NonNullable<ReturnType<typeof accountLevelsQuery>['select']>>>[number]
type WireCoin = Reply<typeof getCoinDetails>['content'][number]
/** One coin over one network. */
type NetworkRow = Pick<WireCoin, 'name' | 'tokenTypeDetails'> & {
  readonly network: WireCoin['tokenTypeDetails'][number]
}

/** What trading and withdrawing costs: the levels, the networks of every coin, and what holds for Rial. */
export function FeesPage() {
  const { t } = useTranslation('public')
  return (
    <PublicPage title={t('fees.title')} text={t('fees.text')} wide>
      <Levels />
      <Networks />
      <RialNote />
    </PublicPage>
  )
}

function Levels() {
  const { t } = useTranslation('public')
  const { t: shell } = useTranslation('shell')
  const { worthOf, look } = useWorth()
  const query = useQuery(accountLevelsQuery())
  const own = useSession()?.userAccountLevel
  const columns: Column<Level>[] = [
    {
      key: 'level',
      label: t('fees.level'),
      cell: ({ userAccountLevel }) => (
        <chakra.span fontWeight={userAccountLevel === own ? 'bold' : 'medium'}>
          {shell(`level.${userAccountLevel}`)}
          {userAccountLevel === own && ` · ${t('fees.yours')}`}
        </chakra.span>
      ),
    },
    {
      key: 'volume',
      label: t('fees.volume'),
      figure: true,
      cell: ({ tradeAmount }) => (
        <>
          {t('fees.from')} <DecimalText value={worthOf(tradeAmount)} {...look} fractionMin={0} fractionMax={0} />
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
      {query.data ? (
        <DataTable
          caption={t('fees.levels')}
          rows={query.data.filter(({ userAccountLevel }) => userAccountLevel !== 'SUPERVISOR')}
          columns={columns}
          keyOf={({ userAccountLevel }) => userAccountLevel}
        />
      ) : (
        <Unloaded query={query} rows={4} />
      )}
    </Section>
  )
}

function Networks() {
  const { t } = useTranslation('public')
  const { coinOf, nameOf, unitOf } = useCoins()
  const [typed, setTyped] = useState('')
  const query = useQuery(endpointQuery(getCoinDetails, {}))
  const isWanted = ({ name }: WireCoin) => {
    const coin = coinOf(name)
    return coin ? matchesSearch(coin, typed) : typed === ''
  }
  const rows = query.data?.content
    .filter(isWanted)
    .flatMap((coin) => coin.tokenTypeDetails.map((network): NetworkRow => ({ ...coin, network })))
  const figure = (name: string, value: string) => <DecimalText value={value} unit={unitOf(name)} />
  const columns: Column<NetworkRow>[] = [
    {
      key: 'coin',
      label: t('fees.coin'),
      cell: ({ name }) => (
        <chakra.span display="inline-flex" alignItems="center" gap="2.5">
          <CoinIcon symbol={name} size={24} />
          {nameOf(name)}
        </chakra.span>
      ),
    },
    { key: 'network', label: t('fees.network'), cell: ({ network }) => <bdi dir="ltr">{network.tokenType}</bdi> },
    {
      key: 'min',
      label: t('fees.minimum'),
      figure: true,
      cell: ({ name, network }) => figure(name, network.minWithdraw),
    },
    {
      key: 'fee',
      label: t('fees.fee'),
      figure: true,
      cell: ({ name, network }) => figure(name, network.withdrawalFee),
    },
    {
      key: 'state',
      label: t('fees.state'),
      cell: ({ network }) => t(network.withdrawEnable ? 'fees.open' : 'fees.closed'),
    },
  ]
  return (
    <Section title={t('fees.networks')} note={t('fees.networksNote')}>
      <chakra.div maxWidth={{ md: '22rem' }} marginBottom="3">
        <SearchField label={t('fees.search')} value={typed} onChange={setTyped} />
      </chakra.div>
      {!rows && <Unloaded query={query} rows={8} />}
      {rows?.length === 0 && <EmptyState icon={<SearchX size={24} />} title={t('fees.none')} />}
      {rows && rows.length > 0 && (
        <DataTable
          caption={t('fees.networks')}
          rows={rows}
          columns={columns}
          keyOf={({ name, network }) => `${name} ${network.tokenType}`}
        />
      )}
    </Section>
  )
}

function RialNote() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getPage, { params: { slug: 'fees-note' }, query: { language } }))
  const page = query.data?.baseDTO
  return (
    <Section title={page?.title ?? t('fees.rial')}>
      <chakra.div marginBottom="4">
        <Notice tone="info">{t('fees.bankTransfer')}</Notice>
      </chakra.div>
      {page ? <RichText html={page.html} language={page.language} /> : <Unloaded query={query} rows={4} />}
    </Section>
  )
}
