/** Codes per inviter, including the first. */
export const REFERRAL_CODES_MAX = 10

/** Shows only enough of a friend's number for those who know it: "0912 *** **45". */
export const maskedMobile = (local: string): string => `${local.slice(0, 4)} *** **${local.slice(-2)}`

/** How a friend was invited: by an inviter's first code, or by a code that gives the friend a share. */
export interface Invitation {
  readonly inviterId: number
  /** The code, unless it is the inviter's first. */
  readonly code: string | undefined
}
