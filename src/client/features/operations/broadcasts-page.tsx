import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { getBroadcasts } from '#contract/operations-broadcasts.ts'
import { BroadcastSheet } from './broadcast-sheet.tsx'
import { ConsoleList } from './console-list.tsx'
import { consolePages } from './operator.queries.ts'

type Broadcast = Reply<typeof getBroadcasts>['content'][number]

const broadcastPagesQuery = () => consolePages(getBroadcasts, (before) => ({ query: { before } }))

/** The messages sent to many users, with a form for a new one. */
export function BroadcastsPage() {
  const { t } = useTranslation('desk')
  const pages = useInfiniteQuery(broadcastPagesQuery())
  const [writing, setWriting] = useState(false)
  const columns = useColumns()
  return (
    <>
      <PageHeading
        title={t('room.broadcasts')}
        text={t('broadcasts.text')}
        aside={
          <Button variant="quiet" onClick={() => setWriting(true)}>
            {t('broadcasts.action')}
          </Button>
        }
      />
      <Card>
        <ConsoleList pages={pages} empty={<EmptyState title={t('broadcasts.empty')} />}>
          {(rows) => <DataTable caption={t('room.broadcasts')} rows={rows} keyOf={({ id }) => id} columns={columns} />}
        </ConsoleList>
      </Card>
      {writing && <BroadcastSheet onClose={() => setWriting(false)} />}
    </>
  )
}

function useColumns(): readonly Column<Broadcast>[] {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  return [
    {
      key: 'message',
      label: t('broadcasts.message'),
      wide: true,
      cell: ({ messages }) => (
        <>
          <chakra.span display="block" fontWeight="semibold">
            {messages[language].title}
          </chakra.span>
          {messages[language].text}
        </>
      ),
    },
    {
      key: 'receivers',
      label: t('broadcasts.receivers'),
      cell: ({ receivers }) => <DecimalText value={String(receivers)} />,
    },
    { key: 'by', label: t('broadcasts.by'), cell: ({ sentBy }) => <bdi>{sentBy}</bdi> },
    { key: 'at', label: t('broadcasts.at'), cell: ({ sentAt }) => <DateText at={sentAt} /> },
  ]
}
