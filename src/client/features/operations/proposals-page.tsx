import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { approveProposal, getProposals, proposeOperator, refuseProposal } from '#contract/operations-proposals.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed } from './allowed.tsx'
import { ConsoleList } from './console-list.tsx'
import { ProposedText } from './content/text-diff.tsx'
import { consolePages } from './operator.queries.ts'
import { Contents, type Deciding, ProposalCard, Proposed, Subject } from './proposal-card.tsx'
import { ProposeOperatorSheet } from './propose-operator.tsx'
import { EndIsFinal } from './setting-form.tsx'

const proposalPagesQuery = () => consolePages(getProposals, (before) => ({ query: { before } }))

/** Acts that need two operators: one proposes, another approves. */
export function ProposalsPage() {
  const { t } = useTranslation('operations')
  const pages = useInfiniteQuery(proposalPagesQuery())
  const [deciding, setDeciding] = useState<Deciding | undefined>()
  const [proposing, setProposing] = useState(false)
  const [handoverCode, setHandoverCode] = useState<string | undefined>()
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
      {deciding && <DecisionSheet {...deciding} onCode={setHandoverCode} onClose={() => setDeciding(undefined)} />}
      {handoverCode && <HandoverSheet code={handoverCode} onClose={() => setHandoverCode(undefined)} />}
    </>
  )
}

type DecisionSheetProps = Deciding & { onCode: (handoverCode: string | undefined) => void; onClose: () => void }

function DecisionSheet({ proposal, how, onCode, onClose }: DecisionSheetProps) {
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const wordOf = (word: 'text' | 'action' | 'done') =>
    how === 'withdraw' ? ofProposals(`withdraw.${word}`) : t(`proposals.${how}.${word}`)
  const kind = ofProposals(`kind.${proposal.kind}`)
  const decide = async (reason: string) => {
    const call = { params: { id: proposal.id }, body: { reason } }
    if (how === 'approve') onCode((await callApi(approveProposal, call)).handoverCode)
    else await callApi(refuseProposal, call)
  }
  return (
    <ActSheet
      title={how === 'withdraw' ? ofProposals('withdraw.title', { kind }) : kind}
      text={wordOf('text')}
      yes={wordOf('action')}
      done={wordOf('done')}
      variant={how === 'approve' ? 'primary' : 'danger'}
      act={decide}
      onClose={onClose}
    >
      <Subject proposal={proposal} />
      <Proposed proposal={proposal} />
      {proposal.kind === 'END_MARKET' && how === 'approve' && <EndIsFinal />}
      <Contents proposal={proposal} />
      <ProposedText proposal={proposal} />
    </ActSheet>
  )
}

/** The code that a new operator needs in addition to the message. It is shown only once, so only the button closes the sheet. */
function HandoverSheet({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation('safety')
  return (
    <Sheet
      open
      title={t('operators.handover.title')}
      dismissible={false}
      onClose={onClose}
      footer={
        <Button full onClick={onClose}>
          {t('operators.handover.done')}
        </Button>
      }
    >
      <p>{t('operators.handover.text')}</p>
      <chakra.p fontSize="2xl" fontWeight="bold" textAlign="center">
        <bdi dir="ltr">{code}</bdi>
      </chakra.p>
    </Sheet>
  )
}
