import type { Column } from '#client/ui/data-table.tsx'
import { TextLink } from '#client/ui/link.tsx'
import type { TicketSubjectKind } from '#domain/ticket.ts'

/** A link from a row to a new ticket about it. */
export const helpColumn = (label: string, kind: TicketSubjectKind): Column<{ readonly id: string }> => ({
  key: 'help',
  label,
  unnamed: true,
  cell: ({ id }) => (
    <TextLink
      to="/profile/support"
      search={{ open: `${kind}-${id}` }}
      display="inline-flex"
      alignItems="center"
      minHeight="tap"
      fontSize="xs"
    >
      {label}
    </TextLink>
  ),
})
