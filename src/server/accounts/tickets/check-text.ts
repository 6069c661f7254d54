import { type Rejected, rejected } from '#contract/rejected.ts'
import { checkTicketText } from '#domain/ticket.ts'

/** Refuses TICKET_TEXT_REQUIRED where nothing else was sent, TICKET_TEXT_TOO_LONG. */
export function checkText(text: string, { hasFile = false } = {}): Rejected | undefined {
  const problem = checkTicketText('text', text)
  if (problem === undefined || (problem === 'REQUIRED' && hasFile)) return undefined
  return rejected(`TICKET_TEXT_${problem}`, { field: 'text' })
}
