import * as z from 'zod/mini'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Instant, replyWith } from './values.ts'

// Apart from the rest of what protects an account: the first page needs these two.

/** Answers from memory: what a page asks every few seconds, to learn that its session was ended elsewhere. */
export const getSession = defineEndpoint({
  ...ownRead,
  path: '/users/session',
  polled: true,
  summary: 'Whether the session still stands, and when its user was last proven to be there',
  response: replyWith({
    baseDTO: z.object({
      provenDateTime: Instant,
      /** Of the last proof beside the login; null where there was none. */
      provenAnewDateTime: z.nullable(Instant),
      /** What that proof is for; null where it is for nothing that asks for one of its own. */
      provenFor: z.nullable(z.enum(PROOF_PURPOSES)),
    }),
  }),
})

export const setMessageLanguage = defineEndpoint({
  method: 'PUT',
  access: 'user',
  offline: 'never',
  errors: [],
  path: '/users/language',
  summary: 'The language of the messages that nobody asked for',
  body: z.strictObject({ language: z.enum(['fa', 'en']) }),
  response: replyWith({}),
})
