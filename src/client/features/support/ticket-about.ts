import { TICKET_SUBJECT_KINDS, type TicketSubjectKind } from '#domain/ticket.ts'

/** The subject of a new ticket, in the form of the URL: "ORDER-17". */
export interface TicketAbout {
  readonly kind: TicketSubjectKind
  readonly id: string
}

/** `undefined` for any other text. */
export function readTicketAbout(text: unknown): TicketAbout | undefined {
  if (typeof text !== 'string') return undefined
  const [, name, id] = /^([A-Z]+)-(\d{1,18})$/.exec(text) ?? []
  const kind = TICKET_SUBJECT_KINDS.find((known) => known === name)
  return kind && id !== undefined ? { kind, id } : undefined
}
