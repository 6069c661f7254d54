import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HOUR_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { ConsoleList } from './console-list.tsx'
import { type PendingRow, pendingPagesQuery, useDoubtText } from './identities.queries.ts'
import { Digits, useListText } from './names.tsx'

/** The forms that wait for an operator, oldest first. */
export function IdentitiesPage() {
  const { t } = useTranslation('operations')
  const pages = useInfiniteQuery(pendingPagesQuery())
  const columns = useColumns()
  return (
    <>
      <PageHeading title={t('identities.title')} text={t('identities.text')} />
      <Card>
        <ConsoleList
          pages={pages}
          empty={<EmptyState title={t('identities.empty.title')} text={t('identities.empty.text')} />}
        >
          {(rows) => <DataTable caption={t('identities.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
    </>
  )
}

const DAY_HOURS = 24

/** The waiting time of a form, in the largest whole unit. */
function useAge(): (since: string) => string {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  return (since) => {
    const hours = Math.floor((Date.now() - Date.parse(since)) / HOUR_MS)
    if (hours < 1) return t('identities.age.fresh')
    const [word, count] =
      hours < DAY_HOURS ? (['hours', hours] as const) : (['days', Math.floor(hours / DAY_HOURS)] as const)
    return t(`identities.age.${word}`, { count: showDigits(String(count), language) })
  }
}

function useColumns(): readonly Column<PendingRow>[] {
  const { t } = useTranslation('operations')
  const { t: ofRegistry } = useTranslation('customers')
  const doubtText = useDoubtText()
  const listText = useListText()
  const ageOf = useAge()
  return [
    {
      key: 'name',
      label: t('users.name'),
      wide: true,
      cell: ({ id, firstName, lastName }) => (
        <PlainLink to="/operations/identities/$userId" params={{ userId: id }} color="gold" fontWeight="semibold">
          <bdi>
            {firstName} {lastName}
          </bdi>
        </PlainLink>
      ),
    },
    { key: 'mobile', label: t('users.mobile'), cell: ({ mobileNumber }) => <Digits text={mobileNumber} /> },
    { key: 'code', label: t('users.nationalCode'), cell: ({ nationalCode }) => <Digits text={nationalCode} /> },
    { key: 'age', label: t('identities.waiting'), cell: ({ openedAt }) => ageOf(openedAt) },
    {
      key: 'doubts',
      label: t('identities.doubts'),
      wide: true,
      cell: ({ doubts }) => listText(doubts.map(doubtText)),
    },
    {
      key: 'claim',
      label: ofRegistry('registry.claim.column'),
      cell: ({ claim }) => (claim ? <bdi>{claim.name}</bdi> : ofRegistry('registry.claim.nobody')),
    },
    {
      key: 'next',
      label: t('identities.nextTry'),
      cell: ({ nextTryAt }) => (nextTryAt ? <DateText at={nextTryAt} /> : t('identities.operator')),
    },
  ]
}
