import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useTagName } from '#client/entities/withdrawal/use-tag-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { decideHeldDeposit } from '#contract/operations-custody.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { UserLink } from '../names.tsx'
import { type OddDeposit, oddDepositsQuery } from './custody.queries.ts'

/** Deposits over chains that are in nobody's balance, for a person to look into. */
export function OddDeposits() {
  const { t } = useTranslation('desk')
  const pages = useInfiniteQuery(oddDepositsQuery())
  const [deciding, setDeciding] = useState<Deciding>()
  const columns = useColumns(setDeciding)
  return (
    <Section title={t('custody.odd.title')} note={t('custody.odd.text')}>
      <PageList pages={pages} rows={3} empty={<EmptyState title={t('custody.odd.empty')} />}>
        {(rows) => <DataTable caption={t('custody.odd.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
      </PageList>
      {deciding && <DecideSheet {...deciding} onClose={() => setDeciding(undefined)} />}
    </Section>
  )
}

const DECISIONS = ['CREDIT', 'KEEP'] as const

interface Deciding {
  readonly id: string
  readonly decision: (typeof DECISIONS)[number]
}

/** The decision on a deposit that screening holds, which takes two operators. */
function DecideSheet({ id, decision, onClose }: Deciding & { onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <ActSheet
      title={t(`custody.odd.decide.${decision}.title`)}
      text={t('custody.odd.decide.text')}
      yes={t(`custody.odd.decide.${decision}.action`)}
      done={t('custody.odd.decide.done')}
      act={(reason) => callApi(decideHeldDeposit, { params: { id }, body: { decision, reason } })}
      onClose={onClose}
    />
  )
}

function useColumns(open: (deciding: Deciding) => void): readonly Column<OddDeposit>[] {
  const { t } = useTranslation('desk')
  const may = useMay()(decideHeldDeposit)
  const { unitOf } = useCoins()
  return [
    { key: 'at', label: t('custody.odd.at'), cell: ({ seenAt }) => <DateText at={seenAt} /> },
    {
      key: 'state',
      label: t('custody.odd.state'),
      cell: ({ state, heldFor }) => (
        <>
          {t(`custody.odd.${state}`)}
          {heldFor !== null && (
            <chakra.span display="block" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
              <bdi dir="ltr">{heldFor}</bdi>
            </chakra.span>
          )}
        </>
      ),
    },
    {
      key: 'user',
      label: t('custody.odd.user'),
      cell: ({ userId }) => (userId === null ? '—' : <UserLink userId={userId} />),
    },
    { key: 'network', label: t('custody.odd.network'), cell: ({ network }) => <bdi dir="ltr">{network}</bdi> },
    {
      key: 'amount',
      label: t('custody.odd.amount'),
      figure: true,
      cell: ({ amount, coin }) => (
        <DecimalText value={amount} unit={coin === null ? t('custody.odd.units') : unitOf(coin)} />
      ),
    },
    {
      key: 'acts',
      label: t('withdrawals.acts'),
      unnamed: true,
      wide: true,
      cell: ({ id, state }) =>
        state === 'HELD' &&
        may && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {DECISIONS.map((decision) => (
              <Button key={decision} size="sm" variant="quiet" onClick={() => open({ id, decision })}>
                {t(`custody.odd.decide.${decision}.action`)}
              </Button>
            ))}
          </chakra.div>
        ),
    },
    {
      key: 'txid',
      label: t('custody.odd.txid'),
      wide: true,
      cell: (deposit) => <Transaction of={deposit} />,
    },
  ]
}

/** The transaction of a deposit, with the tag that it was sent with and the contract of its token. */
function Transaction({ of: { txid, contract, network, tag } }: { of: OddDeposit }) {
  const { t } = useTranslation('desk')
  const tagName = useTagName()
  return (
    <chakra.span fontSize="xs">
      <bdi dir="ltr">{txid}</bdi>
      {tag !== null && (
        <chakra.span display="block" color="fg.muted">
          {tagName(network)}: <bdi>{tag}</bdi>
        </chakra.span>
      )}
      {contract !== null && (
        <chakra.span display="block" color="fg.muted">
          {t('custody.odd.contract')}: <bdi dir="ltr">{contract}</bdi>
        </chakra.span>
      )}
    </chakra.span>
  )
}
