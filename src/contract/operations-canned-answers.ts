import * as z from 'zod/mini'
import { CANNED_TITLE_LENGTH_MAX, TICKET_LENGTHS_MAX } from '#domain/ticket.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Line, Words } from './typed-text.ts'
import { ClientKey, Id, Instant, replyWith } from './values.ts'

const Text = Words(1, TICKET_LENGTHS_MAX.text)
const Title = Line(1, CANNED_TITLE_LENGTH_MAX)
const CannedAnswerText = { title: Title, fa: Text, en: Text }

export const CannedAnswer = z.object({
  id: Id,
  title: z.string(),
  fa: z.string(),
  en: z.string(),
  changedAt: Instant,
  /** Null for those that came with the product. */
  changedBy: z.nullable(z.string()),
})

export const getCannedAnswers = defineEndpoint({
  ...operatorRead,
  path: '/operations/canned-answers',
  right: 'TICKETS_READ',
  summary: 'Ready answers to customers in both languages, by their titles',
  response: replyWith({ content: z.array(CannedAnswer) }),
})

const change = { access: 'operator', offline: 'never' } as const

export const addCannedAnswer = defineEndpoint({
  ...change,
  method: 'POST',
  path: '/operations/canned-answers',
  right: 'TICKETS_ANSWER',
  summary: 'Add a ready answer. Sent twice, with the same `clientKey` or within half a minute, it is one',
  body: z.strictObject({ ...CannedAnswerText, clientKey: z.optional(ClientKey) }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
})

export const changeCannedAnswer = defineEndpoint({
  ...change,
  method: 'PUT',
  path: '/operations/canned-answers/:id',
  right: 'TICKETS_ANSWER',
  summary: 'Change a ready answer; what was sent with it stays as it was',
  params: z.strictObject({ id: Id }),
  body: z.strictObject(CannedAnswerText),
  response: replyWith({}),
  errors: ['CANNED_ANSWER_NOT_FOUND'],
})

export const removeCannedAnswer = defineEndpoint({
  method: 'DELETE',
  path: '/operations/canned-answers/:id',
  right: 'TICKETS_ANSWER',
  summary: 'Remove a ready answer',
  access: 'operator',
  offline: 'never',
  params: z.strictObject({ id: Id }),
  response: replyWith({}),
  errors: ['CANNED_ANSWER_NOT_FOUND'],
})
