/** Codes of one inviter, the first one too. */
export const REFERRAL_CODES_MAX = 10

/** What gives a friend away to nobody but who knows them: "0912 *** **45". */
export const maskedMobile = (local: string): string => `${local.slice(0, 4)} *** **${local.slice(-2)}`

/** How a friend comes: by an inviter's first code, or by one that gives the friend a share. */
export interface Invitation {
  readonly inviterId: number
  /** The code, where it is not the inviter's first. */
  readonly code: string | undefined
}
