import * as z from 'zod/mini'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Instant, replyWith } from './values.ts'

// Separate from the rest of an account's protection: the first page needs these two.

/** Answered from memory: a page asks every few seconds to learn that its session was ended elsewhere. */
export const getSession = defineEndpoint({
  ...ownRead,
  path: '/users/session',
  polled: true,
  summary: 'Whether the session still stands, and when its user was last proven to be there',
  response: replyWith({
    baseDTO: z.object({
      provenDateTime: Instant,
      /** The time of the last proof in addition to the login; null if there was none. */
      provenAnewDateTime: z.nullable(Instant),
      /** The purpose of that proof; null if it has none. */
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
