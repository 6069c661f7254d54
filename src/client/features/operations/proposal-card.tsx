import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getProposals } from '#contract/operations-proposals.ts'
import { ACCOUNT_LEVELS } from '#domain/fee.ts'
import { PROPOSAL_ENDS, type ProposalEnd } from '#domain/operator-rights.ts'
import { MessagePreview, useReceiverText } from './broadcast-words.tsx'
import { FoldedProposedText, TextSubject } from './content/text-diff.tsx'
import { CoinName, Digits, MarketName } from './names.tsx'
import { operatorQuery } from './operator.queries.ts'
import { Changes, isOfMarket, useUnitsOf } from './setting-value.tsx'

export type Proposal = Reply<typeof getProposals>['content'][number]
const isEnd = (reason: string): reason is ProposalEnd => PROPOSAL_ENDS.some((end) => end === reason)

export type Deciding = { readonly proposal: Proposal; readonly how: 'approve' | 'refuse' | 'withdraw' }

/** A proposal with all its changes, so that another operator can decide without leaving the page. */
export function ProposalCard({ proposal, decide }: { proposal: Proposal; decide: (deciding: Deciding) => void }) {
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const language = useLanguage()
  const { id, kind, state, reason, expiresAt, decidedBy, decidedAt, decisionReason } = proposal
  const isDecided = state !== 'OPEN' && state !== 'EXPIRED' && decidedBy !== null && decidedAt !== null
  return (
    <chakra.li
      data-item=""
      display="grid"
      gap="3"
      paddingBlock="5"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
      aria-labelledby={`proposal-${id}`}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" rowGap="1">
        <chakra.h2 id={`proposal-${id}`} fontSize="md" fontWeight="bold">
          {ofProposals(`kind.${kind}`)}
        </chakra.h2>
        <Subject proposal={proposal} />
        <chakra.span
          marginInlineStart="auto"
          fontSize="sm"
          fontWeight="semibold"
          color={state === 'OPEN' ? 'gold' : state === 'APPROVED' ? 'buy' : 'fg.muted'}
        >
          {ofProposals('number', { id: showDigits(id, language) })} · {t(`proposals.state.${state}`)}
        </chakra.span>
      </chakra.div>
      <Contents proposal={proposal} />
      <FoldedProposedText proposal={proposal} />
      <Reason text={reason} />
      <chakra.p fontSize="xs" color="fg.muted">
        <Proposer proposal={proposal} />
        {state === 'OPEN' && (
          <>
            {' · '}
            {ofProposals('until')} <DateText at={expiresAt} />
          </>
        )}
        {isDecided && (
          <>
            {' · '}
            {ofProposals(`decided.${state}`, { name: decidedBy })} <DateText at={decidedAt} />
          </>
        )}
      </chakra.p>
      {isDecided && decisionReason && (
        <Reason text={isEnd(decisionReason) ? ofProposals(`because.${decisionReason}`) : decisionReason} />
      )}
      <Failure proposal={proposal} />
      <Decide proposal={proposal} decide={decide} />
    </chakra.li>
  )
}

/** Who proposes a change and why, for the operator who decides. */
export function Proposed({ proposal }: { proposal: Proposal }) {
  return (
    <>
      <Reason text={proposal.reason} />
      <chakra.p fontSize="xs" color="fg.muted">
        <Proposer proposal={proposal} />
      </chakra.p>
    </>
  )
}

function Reason({ text }: { text: string }) {
  const { t } = useTranslation('operations')
  return (
    <chakra.p fontSize="sm">
      <chakra.span color="fg.muted">{t('act.reason')}: </chakra.span>
      <chakra.bdi overflowWrap="anywhere">{text}</chakra.bdi>
    </chakra.p>
  )
}

function Proposer({ proposal: { proposedBy, proposedAt } }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals')
  return (
    <>
      {t('proposed', { name: proposedBy })} <DateText at={proposedAt} />
    </>
  )
}

/** An approval that is not executed yet: since when, the number of tries, and the server's refusal. */
function Failure({ proposal: { failure } }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  if (failure === null) return null
  return (
    <Notice tone="warning">
      {t('failure.text', { tries: showDecimal(String(failure.tries), language) })} <DateText at={failure.at} />{' '}
      <chakra.bdi dir="ltr" overflowWrap="anywhere">
        {failure.reason}
      </chakra.bdi>
    </Notice>
  )
}

/** The content of a proposal: credit, settings with their values before and after, or a message with its receivers. */
export function Contents({ proposal }: { proposal: Proposal }) {
  const unitsOf = useUnitsOf()
  return (
    <>
      <Credit proposal={proposal} />
      <Changes changes={proposal.changes} units={unitsOf(proposal)} />
      <Broadcast proposal={proposal} />
    </>
  )
}

const OF_OPERATORS: readonly string[] = ['CHANGE_ROLES', 'REMOVE_OPERATOR', 'LET_OPERATOR_IN', 'RENEW_OPERATOR_KEYS']

/** These have no subject that a name of the kind does not say. */
const WITHOUT_SUBJECT: readonly string[] = [
  ...['BROADCAST', 'CHANGE_WITHDRAWAL_RULES', 'CONFIRM_RESTORE', 'PUBLISH_LIABILITIES'],
  ...['CHANGE_DELIVERY_RULES', 'SET_DELIVERY_BRANCH'],
]

/** The customer, operator or thing that the proposal concerns. */
export function Subject({ proposal: { kind, user, operator, subject } }: { proposal: Proposal }) {
  const { t } = useTranslation('operations')
  if (WITHOUT_SUBJECT.includes(kind)) return null
  if (kind === 'VERIFY_CARD') return <Customer user={user} />
  if (subject !== null) {
    const level = ACCOUNT_LEVELS.find((each) => each === subject)
    if (level) return <span>{t(`level.${level}`)}</span>
    if (isOfMarket(kind)) return <MarketName marketType={subject} />
    if (kind === 'CHANGE_COIN' || kind === 'OPEN_NETWORK') return <CoinName coin={subject.split('/')[0] ?? subject} />
    if (kind === 'PUBLISH_TEXT') return <TextSubject subject={subject} />
    if (kind === 'SET_HOLIDAY' || kind === 'SEND_PAYOUTS') return <DateText at={`${subject}T12:00:00Z`} style="date" />
    return <bdi dir="ltr">{subject}</bdi>
  }
  if (operator)
    return (
      <span>
        <bdi>{operator.name}</bdi> <Digits text={operator.mobileNumber} />
      </span>
    )
  // An operator has no customer page.
  if (OF_OPERATORS.includes(kind)) return user && <bdi>{user.name}</bdi>
  return <Customer user={user} />
}

function Customer({ user }: { user: Proposal['user'] }) {
  const { t } = useTranslation('operations')
  if (!user) return null
  return (
    <PlainLink to="/operations/users/$userId" params={{ userId: user.id }} color="gold" fontWeight="semibold">
      <bdi>{user.name || t('users.unnamed')}</bdi>
    </PlainLink>
  )
}

function Credit({ proposal: { credit } }: { proposal: Proposal }) {
  const { t } = useTranslation('operations')
  const { unitOf } = useCoins()
  if (credit.length === 0) return null
  return (
    <chakra.div fontSize="sm">
      <chakra.p color="fg.muted">{t('proposals.credit')}</chakra.p>
      <ul>
        {credit.map(({ coin, amount }) => (
          <li key={coin}>
            <DecimalText value={amount} unit={unitOf(coin)} />
          </li>
        ))}
      </ul>
    </chakra.div>
  )
}

function Broadcast({ proposal: { broadcast } }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const receiverTextOf = useReceiverText()
  if (!broadcast) return null
  const { receiverFilter, messages, receivers } = broadcast
  return (
    <>
      <chakra.p fontSize="sm">
        <chakra.span color="fg.muted">{t('broadcast.receivers')}: </chakra.span>
        {receiverTextOf(receiverFilter)}
        {receivers !== null && (
          <chakra.strong fontWeight="semibold">
            {' · '}
            {t('broadcast.reachesNow', { receivers: showDecimal(String(receivers), language) })}
          </chakra.strong>
        )}
      </chakra.p>
      <MessagePreview messages={messages} />
    </>
  )
}

function Decide({ proposal, decide }: { proposal: Proposal; decide: (deciding: Deciding) => void }) {
  const { t } = useTranslation('operations')
  const { t: ofProposals } = useTranslation('proposals')
  const { data: operator } = useQuery(operatorQuery())
  const { state, isOwn, mayDecide, user } = proposal
  if (state !== 'OPEN') return null
  if (!isOwn && user !== null && operator?.id === user.id)
    return (
      <chakra.p fontSize="sm" color="fg.muted">
        {ofProposals('concernsYou')}
      </chakra.p>
    )
  if (!mayDecide && !isOwn) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {mayDecide && (
        <Button size="sm" data-row="" onClick={() => decide({ proposal, how: 'approve' })}>
          {t('proposals.approve.action')}
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        data-row=""
        onClick={() => decide({ proposal, how: isOwn ? 'withdraw' : 'refuse' })}
      >
        {isOwn ? ofProposals('withdraw.action') : t('proposals.refuse.action')}
      </Button>
    </chakra.div>
  )
}
