import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { TOMAN } from '#domain/coin.ts'
import { Digits } from '../names.tsx'
import { bankStatementsQuery, type BankStatements as Statements } from './payouts.queries.ts'

/** The imported statements, and the lines that match no payout, for a person to look into. */
export function BankStatements() {
  const { t } = useTranslation('desk')
  const query = useQuery(bankStatementsQuery())
  return (
    <Section title={t('payouts.statements.title')} note={t('payouts.statements.text')}>
      <QueryView query={query} data={query.data} rows={2}>
        {({ statements, unmatched }) =>
          statements.length === 0 ? (
            <EmptyState title={t('payouts.statements.none')} />
          ) : (
            <chakra.div display="grid" gap="4">
              <chakra.ul display="grid" gap="2" fontSize="sm">
                {statements.map((statement) => (
                  <Imported key={statement.id} statement={statement} />
                ))}
              </chakra.ul>
              <Unmatched lines={unmatched} isRead={statements.every(({ badRows }) => badRows === 0)} />
            </chakra.div>
          )
        }
      </QueryView>
    </Section>
  )
}

function Imported({ statement }: { statement: Statements['statements'][number] }) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const { importedAt, importedBy, matched, unmatched, duplicates, badRows } = statement
  const count = (figure: number) => showDecimal(String(figure), language)
  return (
    <li>
      <DateText at={importedAt} /> · <bdi>{importedBy}</bdi>
      <chakra.span display="block" color="fg.muted">
        {t('payouts.import.done', {
          ...{ matched: count(matched), unmatched: count(unmatched), duplicates: count(duplicates) },
          bad: count(badRows),
        })}
      </chakra.span>
    </li>
  )
}

/** @param isRead whether every row of the statements could be read */
function Unmatched({ lines, isRead }: { lines: Statements['unmatched']; isRead: boolean }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  if (lines.length === 0)
    return isRead ? (
      <chakra.p fontSize="sm">{t('payouts.statements.allMatched')}</chakra.p>
    ) : (
      <Notice tone="warning">{t('payouts.statements.readMatched')}</Notice>
    )
  const columns: readonly Column<Statements['unmatched'][number]>[] = [
    { key: 'day', label: t('payouts.day'), cell: ({ day }) => <DateText at={`${day}T12:00:00Z`} style="date" /> },
    {
      key: 'amount',
      label: t('payouts.amount'),
      figure: true,
      cell: ({ amount }) => <DecimalText value={amount} unit={unitOf(TOMAN)} />,
    },
    { key: 'reference', label: t('payouts.line.reference'), cell: ({ reference }) => <Digits text={reference} /> },
    {
      key: 'identifier',
      label: t('payouts.statements.identifier'),
      cell: ({ identifier }) => <Digits text={identifier || '–'} />,
    },
    {
      key: 'description',
      label: t('payouts.statements.description'),
      wide: true,
      cell: ({ description }) => <bdi>{description}</bdi>,
    },
  ]
  return (
    <DataTable
      caption={t('payouts.statements.unmatched')}
      rows={lines}
      keyOf={({ id }) => id}
      columns={columns}
      dense
    />
  )
}
