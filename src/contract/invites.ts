import * as z from 'zod/mini'
import { FRIEND_PERCENTS } from '#domain/fee.ts'
import { defineEndpoint, ownRead } from './endpoint.ts'
import { DecimalText, Instant, paging, replyWith, replyWithRows } from './values.ts'

/** The part of a friend's fees that goes back to the friend, in percent. The inviter gets the rest of 30. */
const FriendPercent = z.literal([...FRIEND_PERCENTS])

export const ReferralCode = z.object({
  code: z.string(),
  friendPercent: FriendPercent,
  inviterPercent: z.int(),
  /** Friends who signed up with it. */
  countInvitees: z.int(),
})

export const Invites = z.object({
  /** The first code. It gives the friend nothing. */
  referralCode: z.string(),
  /** By all codes together. */
  countInvitees: z.int(),
  /** The inviter's income from the invited friends' fees, in Toman at the prices of their trades. */
  profit: DecimalText,
  /** The first code, then the others, oldest first. */
  codes: z.optional(z.array(ReferralCode)),
  /** The percentage of the caller's own fees that comes back because of a friend's code, and the amount so far in Toman. */
  ownPercent: z.optional(FriendPercent),
  ownCashBack: z.optional(DecimalText),
})

export const getInvites = defineEndpoint({
  ...ownRead,
  path: '/users/invites',
  summary: "The caller's referral codes, how many friends used them, and what their fees have brought",
  response: replyWith({ baseDTO: Invites }),
})

export const Invitee = z.object({
  /** "0912 *** **45". */
  mobileNumber: z.string(),
  joinedAtDateTime: Instant,
  /** The caller's income from this friend's fees, in Toman. */
  profit: DecimalText,
  /** The friend's part. */
  cashBack: DecimalText,
})

export const getInvitees = defineEndpoint({
  ...ownRead,
  path: '/users/invites/invitees',
  summary: 'The friends whom the caller has invited, newest first, masked, and what each has brought',
  query: z.strictObject(paging),
  response: replyWithRows(Invitee),
  errors: ['PAGE_TOO_FAR'],
})

export const createReferralCode = defineEndpoint({
  method: 'POST',
  path: '/users/invites/codes',
  summary: "Another referral code, which gives the friend a share of the fees back, out of the inviter's 30 %",
  access: 'user',
  offline: 'never',
  body: z.strictObject({ friendPercent: FriendPercent }),
  response: replyWith({ baseDTO: ReferralCode }),
  errors: ['REFERRAL_CODES_TOO_MANY'],
})
