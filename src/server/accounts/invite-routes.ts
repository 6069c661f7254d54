import type * as z from 'zod/mini'
import { createReferralCode, getInvitees, getInvites, type ReferralCode } from '#contract/invites.ts'
import { rejected, rejectPage } from '#contract/rejected.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { FRIEND_PERCENTS, type FriendPercent, friendShareOf, REFERRAL_SHARE } from '#domain/fee.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { maskedMobile, REFERRAL_CODES_MAX } from '#domain/referral-code.ts'
import { type Amount, type Ppm, ppm } from '#domain/units.ts'
import { type Route, route } from '../http/route.ts'
import {
  type CodeRow,
  countReferralCodes,
  insertReferralCode,
  readInvitees,
  readInvites,
  readReferralCodes,
} from '../store/accounts/invites.ts'
import type { Accounts } from './accounts.ts'

/** Referral codes, and the rewards from the friends who used them. */
export function inviteRoutes({ database, now }: Pick<Accounts, 'database' | 'now'>): Route[] {
  return [
    route(getInvites, async ({ caller }) => {
      const found = await readInvites(database, caller.userId)
      if (!found) return rejected('NOT_FOUND')
      const others = await readReferralCodes(database, caller.userId)
      const { referralCode, invitees, profit, ownShare, ownCashBack } = found
      const byOthers = others.reduce((sum, code) => sum + code.invitees, 0)
      const first = { code: referralCode, friendShare: ppm(0n), invitees: invitees - byOthers }
      return {
        baseDTO: {
          referralCode,
          countInvitees: invitees,
          profit: inToman(profit),
          codes: [first, ...others].map(codeOnWire),
          ownPercent: percentOfShare(ownShare),
          ownCashBack: inToman(ownCashBack),
        },
      }
    }),
    route(getInvitees, async ({ caller, query }) => {
      const refusal = rejectPage(query)
      if (refusal) return refusal
      const { rows, ...more } = await readInvitees(database, caller.userId, query)
      const content = rows.map(({ mobile, joinedAt, profit, cashBack }) => ({
        mobileNumber: maskedMobile(localMobileNumber(mobile)),
        joinedAtDateTime: joinedAt.toISOString(),
        profit: inToman(profit),
        cashBack: inToman(cashBack),
      }))
      return { content, ...more }
    }),
    route(createReferralCode, async ({ caller: { userId }, body }) => {
      const friendShare = friendShareOf(body.friendPercent) ?? ppm(0n)
      const code = await database.transaction(async (tx) =>
        // The user's first code counts, too.
        (await countReferralCodes(tx, userId)) + 1 >= REFERRAL_CODES_MAX
          ? undefined
          : insertReferralCode(tx, { userId, friendShare, at: now() }),
      )
      if (code === undefined) return rejected('REFERRAL_CODES_TOO_MANY')
      return { baseDTO: codeOnWire({ code, friendShare, invitees: 0 }) }
    }),
  ]
}

const inToman = (value: Amount) => formatDecimal(value, TOMAN_DECIMALS)

function codeOnWire({ code, friendShare, invitees }: CodeRow): z.input<typeof ReferralCode> {
  const friendPercent = percentOfShare(friendShare)
  return { code, friendPercent, inviterPercent: WHOLE_PERCENT - friendPercent, countInvitees: invitees }
}

/** The share of an inviter who gives nothing to friends. */
const WHOLE_PERCENT = 30

function percentOfShare(share: Ppm): FriendPercent {
  const percent = FRIEND_PERCENTS.find((each) => (friendShareOf(each) ?? 0n) === share)
  if (percent === undefined) throw new RangeError(`no code gives a friend ${share} of ${REFERRAL_SHARE}`)
  return percent
}
