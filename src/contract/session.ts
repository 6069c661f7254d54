import * as z from 'zod/mini'
import { PROOF_PURPOSES } from '#domain/proof-purpose.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { Instant, replyWith } from './values.ts'

// Separate from the rest of an account's protection: the first page needs the two endpoints below.

/** Answered from memory: a page asks every few seconds to learn that its session was ended elsewhere. */
export const getSession = defineEndpoint({
  ...ownRead,
  path: '/users/session',
  polled: true,
  summary: 'Whether the session is still open, and when its user last entered a password or a code',
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
  summary: 'The language of the messages that the server sends on its own',
  body: z.strictObject({ language: z.enum(['fa', 'en']) }),
  response: replyWith({}),
})
