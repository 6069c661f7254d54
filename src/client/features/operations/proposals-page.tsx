import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { listPages } from '#client/lib/endpoint-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { approveProposal, getProposals, proposeOperator, refuseProposal } from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed } from './allowed.tsx'
import { ConsoleList } from './console-list.tsx'
import { CONSOLE } from './operator.queries.ts'
import { Contents, type Deciding, ProposalCard, Subject } from './proposal-card.tsx'
import { ProposeOperatorSheet } from './propose-operator.tsx'

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
          {(rows) => (
            <ul aria-label={t('proposals.title')}>
              {rows.map((proposal) => (
                <ProposalCard key={proposal.id} proposal={proposal} decide={setDeciding} />
              ))}
            </ul>
          )}
        </ConsoleList>
      </Card>
      {proposing && <ProposeOperatorSheet onClose={() => setProposing(false)} />}
      {deciding && <DecisionSheet {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

function DecisionSheet({ proposal, how, onClose }: Deciding & { onClose: () => void }) {
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const wordOf = (word: 'text' | 'action' | 'done') =>
    how === 'withdraw' ? ofProposals(`withdraw.${word}`) : t(`proposals.${how}.${word}`)
  const kind = ofProposals(`kind.${proposal.kind}`)
  const endpoint = how === 'approve' ? approveProposal : refuseProposal
  return (
    <ActSheet
      title={how === 'withdraw' ? ofProposals('withdraw.title', { kind }) : kind}
      text={wordOf('text')}
      yes={wordOf('action')}
      done={wordOf('done')}
      variant={how === 'approve' ? 'primary' : 'danger'}
      act={(reason) => callApi(endpoint, { params: { id: proposal.id }, body: { reason } })}
      onClose={onClose}
    >
      <Subject proposal={proposal} />
      <Contents proposal={proposal} />
    </ActSheet>
  )
}
