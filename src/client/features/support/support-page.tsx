import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Headset, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonRecipe } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink, TextLink } from '#client/ui/link.tsx'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { NewTicketSheet } from './new-ticket-sheet.tsx'
import type { TicketAbout } from './ticket-about.ts'
import { TicketStatus } from './ticket-status.tsx'
import { type Ticket, ticketsQuery } from './tickets.queries.ts'

type SupportPageProps = {
  page: number
  size: number
  /** Set while the form is open, with the ticket's subject, if any. */
  opening: { readonly about: TicketAbout | undefined } | undefined
  onPage: (page: number) => void
  onOpen: () => void
  onDetach: () => void
  onClose: () => void
}

/** The user's own tickets, with a button for a new one. The URL holds the page and the form. */
export function SupportPage({ page, size, opening, onPage, onOpen, onDetach, onClose }: SupportPageProps) {
  const { t } = useTranslation('support')
  const query = useQuery(ticketsQuery({ page, size }))
  const { data } = query
  return (
    <>
      <PageHeading
        title={t('title')}
        text={t('lead')}
        aside={
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onOpen}>
            {t('open.action')}
          </Button>
        }
      />
      <Card>
        {!data && <QueryPlaceholder query={query} rows={6} />}
        {data?.content.length === 0 && page === 1 && <NoTickets />}
        {data && (data.content.length > 0 || page > 1) && <Tickets tickets={data.content} />}
        {data && (
          <PageButtons
            page={page}
            pages={data.totalPages}
            onPage={onPage}
            words={{
              label: t('pages.label'),
              previous: t('pages.previous'),
              next: t('pages.next'),
              page: (number) => t('pages.page', { number }),
            }}
          />
        )}
      </Card>
      {opening && <NewTicketSheet about={opening.about} onDetach={onDetach} onClose={onClose} />}
    </>
  )
}

const OtherPage = chakra('a', buttonRecipe)

/** Links to the FAQ and the guide, which may have the answer already. */
function NoTickets() {
  const { t } = useTranslation('support')
  return (
    <EmptyState
      icon={<Headset size={24} />}
      title={t('list.empty.title')}
      text={t('list.empty.text')}
      action={
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          <OtherPage href="/faq" variant="quiet">
            {t('list.empty.faq')}
          </OtherPage>
          <OtherPage href="/guide/" variant="quiet">
            {t('list.empty.guide')}
          </OtherPage>
        </chakra.div>
      }
    />
  )
}

function Tickets({ tickets }: { tickets: readonly Ticket[] }) {
  const { t } = useTranslation('support')
  const columns: readonly Column<Ticket>[] = [
    {
      key: 'subject',
      label: t('list.subject'),
      wide: true,
      cell: ({ id, subject }) => (
        <PlainLink
          to="/profile/support/massage/$id"
          params={{ id }}
          fontWeight="semibold"
          overflowWrap="anywhere"
          _hover={{ color: 'gold' }}
        >
          <bdi>{subject}</bdi>
        </PlainLink>
      ),
    },
    { key: 'section', label: t('list.section'), cell: ({ type }) => t(`type.${type}`) },
    { key: 'at', label: t('list.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
    { key: 'status', label: t('list.status'), cell: (ticket) => <TicketStatus ticket={ticket} /> },
    {
      key: 'view',
      label: t('list.view'),
      unnamed: true,
      cell: ({ id, subject }) => (
        <TextLink
          to="/profile/support/massage/$id"
          params={{ id }}
          aria-label={t('list.viewOf', { subject })}
          display="inline-flex"
          alignItems="center"
          minHeight="tap"
        >
          {t('list.view')}
        </TextLink>
      ),
    },
  ]
  return <DataTable caption={t('list.caption')} rows={tickets} keyOf={({ id }) => id} columns={columns} />
}
