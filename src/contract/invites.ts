import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { DecimalText, replyWith } from './values.ts'

export const Invites = z.object({
  referralCode: z.string(),
  countInvitees: z.int(),
  /** What the invited friends' fees have brought, in Toman at the prices of their trades. */
  profit: DecimalText,
})

export const getInvites = defineEndpoint({
  method: 'GET',
  path: '/users/invites',
  summary: "The caller's referral code, how many friends came by it, and what their fees have brought him",
  access: 'user',
  offline: 'never',
  response: replyWith({ baseDTO: Invites }),
  errors: [],
})
