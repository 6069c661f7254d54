import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { stopCustody } from '#contract/operations-custody.ts'
import { useMay } from '../allowed.tsx'
import { CoinName, Digits } from '../names.tsx'
import { BringFromCold } from './cold-draft.tsx'
import {
  type CountedNetwork,
  type Custody,
  type CustodyBalance,
  type CustodyNetwork,
  custodyBalancesQuery,
  custodyQuery,
} from './custody.queries.ts'
import { ResumeSheet, StopSheet } from './custody-sheets.tsx'
import { OddDeposits } from './odd-deposits.tsx'
import { OutgoingCoins } from './outgoing-coins.tsx'

/** The switch that stops all sending, the coins that wait for an operator, and those of custody beside the ledger, which are long on a phone. */
export function CustodyPage() {
  const { t } = useTranslation('desk')
  const query = useQuery(custodyQuery())
  const may = useMay()(stopCustody)
  const [acting, setActing] = useState<'stop' | 'resume'>()
  const custody = query.data
  const close = () => setActing(undefined)
  return (
    <>
      <PageHeading
        title={t('room.custody')}
        text={t('custody.text')}
        aside={
          may &&
          custody &&
          custody.state !== 'NOT_CONNECTED' && (
            <chakra.div display="flex" flexWrap="wrap" gap="2">
              {custody.stoppedAt !== null ? (
                <Button onClick={() => setActing('resume')}>{t('custody.resume.action')}</Button>
              ) : (
                <Button variant="danger" onClick={() => setActing('stop')}>
                  {t('custody.stop.action')}
                </Button>
              )}
            </chakra.div>
          )
        }
      />
      <chakra.div display="grid" gap="4">
        {custody && <CustodyNotices custody={custody} />}
        <OutgoingCoins />
        <OddDeposits />
        {custody ? (
          <Networks custody={custody} />
        ) : (
          <Card>
            <QueryView query={query} data={custody} rows={4} />
          </Card>
        )}
      </chakra.div>
      {acting === 'stop' && <StopSheet onClose={close} />}
      {acting === 'resume' && custody?.stoppedAt && custody.resumeText && (
        <ResumeSheet stoppedAt={custody.stoppedAt} resumeText={custody.resumeText} onClose={close} />
      )}
    </>
  )
}

function CustodyNotices({ custody: { state, stoppedAt } }: { custody: Custody }) {
  const { t } = useTranslation('desk')
  const counted = useQuery(custodyBalancesQuery()).data
  return (
    <>
      {state === 'SILENT' && (
        <Notice tone="error" title={t('custody.silent')}>
          {t('custody.silentText')}
        </Notice>
      )}
      {stoppedAt !== null && (
        <Notice tone="warning" title={t('custody.stopped')}>
          {t('custody.stoppedSince')} <DateText at={stoppedAt} />
        </Notice>
      )}
      {counted && <Differences networks={counted.networks} />}
    </>
  )
}

function Networks({ custody: { state, networks } }: { custody: Custody }) {
  const { t } = useTranslation('desk')
  const counted = useQuery(custodyBalancesQuery()).data
  const served = networks.map(({ network }) => network)
  const others = counted?.networks.filter(({ network }) => !served.some((each) => each === network)) ?? []
  return (
    <>
      {state === 'NOT_CONNECTED' && (
        <Card>
          <EmptyState title={t('custody.notConnected')} text={t('custody.notConnectedText')} />
        </Card>
      )}
      {networks.map((network) => (
        <NetworkSection
          key={network.network}
          status={network}
          counted={counted?.networks.find((each) => each.network === network.network)}
          isCounted={counted !== undefined}
        />
      ))}
      {others.map((network) => (
        <Section
          key={network.network}
          title={network.network}
          note={state === 'ANSWERS' ? t('custody.network.notServed') : t('custody.network.unanswered')}
        >
          <BalanceTable network={network} />
        </Section>
      ))}
      {counted && counted.networks.length > 0 && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('custody.countedAt')} <DateText at={counted.at} />
        </chakra.p>
      )}
    </>
  )
}

const isNothing = (difference: string | null) => difference === null || difference === '0'

/** Names the coins of which custody counts more or fewer than the ledger. */
function Differences({ networks }: { networks: readonly CountedNetwork[] }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const found = networks.flatMap(({ network, coins }) =>
    coins.flatMap(({ coin, difference }) => (isNothing(difference) ? [] : [{ network, coin, difference }])),
  )
  if (found.length === 0) return null
  return (
    <Notice tone="warning" title={t('custody.differs')}>
      {t('custody.differsText')}
      <ul>
        {found.map(({ network, coin, difference }) => (
          <li key={network + coin}>
            <bdi dir="ltr">{network}</bdi>: <DecimalText value={difference ?? undefined} unit={unitOf(coin)} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type NetworkSectionProps = {
  status: CustodyNetwork
  counted: CountedNetwork | undefined
  /** The coins are counted, though this network may have been left out. */
  isCounted: boolean
}

function NetworkSection({ status, counted, isCounted }: NetworkSectionProps) {
  const { t } = useTranslation('desk')
  const { network, hotAddress, coldAddress } = status
  const isSilent = counted?.answered === false
  return (
    <Section
      title={network}
      aside={<Connection status={status} />}
      note={isSilent ? t('custody.network.unanswered') : undefined}
    >
      <chakra.div display="grid" gap="3">
        <FactList
          facts={[
            { label: t('custody.network.hot'), value: <bdi dir="ltr">{hotAddress}</bdi> },
            {
              label: t('custody.network.cold'),
              value: coldAddress === null ? t('custody.network.noCold') : <bdi dir="ltr">{coldAddress}</bdi>,
            },
          ]}
        />
        {counted && <BringFromCold network={counted} />}
        {counted ? <BalanceTable network={counted} /> : !isCounted && <SkeletonRows rows={2} />}
      </chakra.div>
    </Section>
  )
}

function Connection({ status: { reachable, height } }: { status: CustodyNetwork }) {
  const { t } = useTranslation('desk')
  return (
    <chakra.p fontSize="sm" color={reachable ? 'fg.muted' : 'sell'}>
      {t(reachable ? 'custody.network.reachable' : 'custody.network.unreachable')}
      {height !== null && (
        <>
          {' · '}
          {t('custody.network.height')} <Digits text={String(height)} />
        </>
      )}
    </chakra.p>
  )
}

function BalanceTable({ network: { network, coins } }: { network: CountedNetwork }) {
  const { t } = useTranslation('desk')
  const columns = useColumns()
  if (coins.length === 0) return <chakra.p fontSize="sm">{t('custody.network.none')}</chakra.p>
  return <DataTable caption={network} rows={coins} keyOf={({ coin }) => coin} columns={columns} dense />
}

function useColumns(): readonly Column<CustodyBalance>[] {
  const { t } = useTranslation('desk')
  const { coinOf } = useCoins()
  const figure = (
    key: 'hot' | 'deposits' | 'cold' | 'ledgerHot' | 'ledgerCold' | 'pending',
    textOf: (balance: CustodyBalance) => string | null | undefined,
  ): Column<CustodyBalance> => ({
    key,
    label: t(`custody.${key}`),
    figure: true,
    cell: (balance) => (
      <DecimalText
        value={textOf(balance) ?? undefined}
        fractionMax={coinOf(balance.coin)?.balanceDecimals ?? FRACTION_MAX}
      />
    ),
  })
  return [
    { key: 'coin', label: t('custody.coin'), cell: ({ coin }) => <CoinName coin={coin} /> },
    figure('hot', ({ counted }) => counted?.hot),
    figure('deposits', ({ counted }) => counted?.deposits),
    figure('ledgerHot', ({ ledger }) => ledger.hot),
    figure('pending', ({ pending }) => pending),
    figure('cold', ({ counted }) => counted?.cold),
    figure('ledgerCold', ({ ledger }) => ledger.cold),
    {
      key: 'difference',
      label: t('custody.difference'),
      figure: true,
      wide: true,
      // In full: a difference of one unit counts.
      cell: ({ difference }) => (
        <chakra.strong color={isNothing(difference) ? undefined : 'sell'}>
          <DecimalText value={difference ?? undefined} />
        </chakra.strong>
      ),
    },
  ]
}

const FRACTION_MAX = 8
