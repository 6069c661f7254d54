import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { getOpenProposals } from '#contract/operations-proposals.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import { consoleQuery, contentOf } from './operator.queries.ts'

/** The proposal that a form would make: each subject or person has at most one open proposal of a kind. */
export interface Proposable {
  readonly kind: ProposalKind
  /** A market, a level, a day or a text. */
  readonly subject?: string
  readonly userId?: string
}

const openProposalsQuery = () =>
  queryOptions({
    ...consoleQuery(getOpenProposals, {}),
    select: contentOf,
  })

/** Says in a form that the same proposal is already open, by whom and since when: a second one would be refused. */
export function WaitingProposal({ of: { kind, subject, userId } }: { of: Proposable }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const { data } = useQuery(openProposalsQuery())
  const waiting = data?.find(
    (open) =>
      open.kind === kind &&
      (subject === undefined || open.subject === subject) &&
      (userId === undefined || open.userId === userId),
  )
  if (!waiting) return null
  const { id, isOwn, proposedBy, proposedAt } = waiting
  return (
    <Notice
      tone="warning"
      title={t('waits.title', { id: showDigits(id, language) })}
      action={<TextLink to="/operations/proposals">{t('waits.show')}</TextLink>}
    >
      {isOwn ? t('waits.own') : t('waits.by', { name: proposedBy })} <DateText at={proposedAt} />. {t('waits.text')}
    </Notice>
  )
}
