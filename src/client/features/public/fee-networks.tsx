import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { type SmallColumn, SmallTable } from '#client/ui/small-table.tsx'
import { getCoinDetails } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'

type WireCoin = Reply<typeof getCoinDetails>['content'][number]
/** A coin on a network. */
type NetworkRow = Pick<WireCoin, 'name' | 'code'> & { readonly network: WireCoin['tokenTypeDetails'][number] }

/** The number of rows shown until the user asks for all, or searches. */
const ROWS_AT_FIRST = 10

/** Every network of every coin with its minimum withdrawal and fee, searchable by coin. */
export function FeeNetworks() {
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
