import { chakra } from '@chakra-ui/react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { approveProposal, getProposals, proposeOperator, refuseProposal } from '#contract/operations-proposals.ts'
import { RIGHTS_OF_PROPOSALS } from '#domain/operator-rights.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed, useHasRight } from './allowed.tsx'
import { Changes } from './changes.tsx'
import { ConsoleList } from './console-list.tsx'
import { Digits } from './digits.tsx'
import { CONSOLE } from './operator.queries.ts'
import { ProposeOperatorSheet } from './propose-operator.tsx'

type Proposal = Reply<typeof getProposals>['content'][number]
type Deciding = { readonly proposal: Proposal; readonly how: 'approve' | 'refuse' }

const proposalPagesQuery = () =>
  infiniteQueryOptions({
    ...listPages,
    queryKey: [CONSOLE, getProposals.path],
    queryFn: ({ pageParam, signal }) => callApi(getProposals, { query: { before: pageParam } }, { signal }),
    meta: { offline: getProposals.offline, access: getProposals.access },
  })

/** What takes two operators: proposed by one, approved by another. */
export function ProposalsPage() {
  const { t } = useTranslation('operations')
  const pages = useInfiniteQuery(proposalPagesQuery())
  const [deciding, setDeciding] = useState<Deciding | undefined>()
  const [proposing, setProposing] = useState(false)
  const columns = useColumns(setDeciding)
  return (
    <>
      <PageHeading
        title={t('proposals.title')}
        text={t('proposals.text')}
        aside={
          <Allowed to={proposeOperator}>
            <Button variant="quiet" onClick={() => setProposing(true)}>
              {t('proposals.operator.action')}
            </Button>
          </Allowed>
        }
      />
      <Card>
        <ConsoleList
          pages={pages}
          empty={<EmptyState title={t('proposals.empty.title')} text={t('proposals.empty.text')} />}
        >
          {(rows) => <DataTable caption={t('proposals.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
      {proposing && <ProposeOperatorSheet onClose={() => setProposing(false)} />}
      {deciding && <DecisionSheet {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

function DecisionSheet({ proposal, how, onClose }: Deciding & { onClose: () => void }) {
  const { t } = useTranslation('operations')
  const endpoint = how === 'approve' ? approveProposal : refuseProposal
  return (
    <ActSheet
      title={t(`proposals.kind.${proposal.kind}`)}
      text={t(`proposals.${how}.text`)}
      yes={t(`proposals.${how}.action`)}
      done={t(`proposals.${how}.done`)}
      variant={how === 'approve' ? 'primary' : 'danger'}
      act={(reason) => callApi(endpoint, { params: { id: proposal.id }, body: { reason } })}
      onClose={onClose}
    >
      <Subject proposal={proposal} />
      <Credit proposal={proposal} />
      <Changes changes={proposal.changes} />
    </ActSheet>
  )
}

/** Whom it concerns. */
function Subject({ proposal: { kind, user, operator, subject } }: { proposal: Proposal }) {
  const { t } = useTranslation('operations')
  if (subject !== null) return <bdi dir="ltr">{subject}</bdi>
  if (operator) return <bdi>{operator.name}</bdi>
  // An operator has no page of a customer.
  if (kind === 'CHANGE_ROLES') return user && <bdi>{user.name}</bdi>
  if (!user) return null
  return (
    <PlainLink to="/operations/users/$userId" params={{ userId: user.id }} color="gold" fontWeight="semibold">
      <bdi>{user.name || t('users.unnamed')}</bdi>
    </PlainLink>
  )
}

function Credit({ proposal: { credit } }: { proposal: Proposal }) {
  const { unitOf } = useCoins()
  return (
    <chakra.ul>
      {credit.map(({ coin, amount }) => (
        <li key={coin}>
          <DecimalText value={amount} unit={unitOf(coin)} />
        </li>
      ))}
    </chakra.ul>
  )
}

function useColumns(decide: (deciding: Deciding) => void): readonly Column<Proposal>[] {
  const { t } = useTranslation('operations')
  return [
    { key: 'id', label: t('proposals.number'), cell: ({ id }) => <Digits text={id} /> },
    { key: 'kind', label: t('proposals.what'), cell: ({ kind }) => t(`proposals.kind.${kind}`) },
    { key: 'subject', label: t('proposals.whom'), cell: (proposal) => <Subject proposal={proposal} /> },
    {
      key: 'credit',
      label: t('proposals.credit'),
      cell: (proposal) => (
        <>
          <Credit proposal={proposal} />
          <Changes changes={proposal.changes} />
        </>
      ),
    },
    {
      key: 'by',
      label: t('proposals.by'),
      cell: ({ proposedBy, proposedAt }) => (
        <>
          <bdi>{proposedBy}</bdi> <DateText at={proposedAt} />
        </>
      ),
    },
    { key: 'reason', label: t('act.reason'), wide: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
    { key: 'state', label: t('users.state'), cell: ({ state }) => t(`proposals.state.${state}`) },
    {
      key: 'decide',
      label: t('proposals.decide'),
      unnamed: true,
      cell: (proposal) => <Decide proposal={proposal} decide={decide} />,
    },
  ]
}

function Decide({ proposal, decide }: { proposal: Proposal; decide: (deciding: Deciding) => void }) {
  const { t } = useTranslation('operations')
  const mayDecide = useHasRight()(RIGHTS_OF_PROPOSALS[proposal.kind])
  if (proposal.state !== 'OPEN') return proposal.decidedBy && <bdi>{proposal.decidedBy}</bdi>
  if (!mayDecide && !proposal.isOwn) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1">
      {!proposal.isOwn && (
        <Button size="sm" onClick={() => decide({ proposal, how: 'approve' })}>
          {t('proposals.approve.action')}
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={() => decide({ proposal, how: 'refuse' })}>
        {proposal.isOwn ? t('proposals.withdraw') : t('proposals.refuse.action')}
      </Button>
    </chakra.div>
  )
}
