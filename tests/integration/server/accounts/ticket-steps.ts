import * as z from 'zod/mini'
import type { AccountServer, Answer } from './account-server.ts'

type Asking = Pick<AccountServer, 'ask'>

export interface Sent {
  readonly text?: string
  readonly file?: Uint8Array
  /** The browser's claims about the file, which the server ignores. */
  readonly fileName?: string
  readonly mimeType?: string
  readonly clientKey?: string
}

export function formOf(fields: Readonly<Record<string, string>>, file?: Blob, fileName?: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', file, fileName)
  return form
}

export const openTicket = (
  { ask }: Asking,
  token: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  ask('/tickets', {
    method: 'POST',
    token,
    form: formOf({ subject: 'واریز نرسید', type: 'TECHNICAL', text: 'پرداخت کردم و نرسید.', ...fields }),
  })

/** @returns the id of a new ticket */
export async function openedTicket(
  server: Asking,
  token: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { body } = await openTicket(server, token, fields)
  return z.object({ id: z.string() }).parse(body.baseDTO, { error: () => `refused: ${body.code}` }).id
}

export function writeMessage({ ask }: Asking, token: string, id: string, sent: Sent): Promise<Answer> {
  const { text, file, clientKey, fileName = 'photo.png', mimeType = 'image/png' } = sent
  const fields = { ...(text === undefined ? {} : { text }), ...(clientKey === undefined ? {} : { clientKey }) }
  const blob = file && new Blob([new Uint8Array(file)], { type: mimeType })
  return ask(`/tickets/message/${id}`, { method: 'POST', token, form: formOf(fields, blob, fileName) })
}

const Conversation = z.object({
  ticketDTO: z.object({ id: z.string(), status: z.string(), closed: z.boolean(), description: z.string() }),
  pageDTO: z.object({
    hasMore: z.boolean(),
    content: z.array(
      z.object({
        id: z.string(),
        text: z.nullable(z.string()),
        file: z.nullable(z.string()),
        fileBytes: z.nullable(z.number()),
        customer: z.boolean(),
      }),
    ),
  }),
})
export type Conversation = z.output<typeof Conversation>

export async function readConversation({ ask }: Asking, token: string, id: string, query = ''): Promise<Conversation> {
  const { body } = await ask(`/tickets/message/${id}${query}`, { token })
  return Conversation.parse(body)
}
