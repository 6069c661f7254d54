import type { words as fa } from '../fa/own-lists.ts'

type Words = { readonly [Part in keyof typeof fa]: Readonly<Record<keyof (typeof fa)[Part], string>> }

export const words: Words = {
  deposit: { CONFIRMED: 'Confirmed', UNCONFIRMED: 'Failed', RAISED_BY_USER: 'Pending' },
  /** Of payments by card that nobody has made. */
  unpaid: { CANCELLED: 'Cancelled at the gateway', ABANDONED: 'Not completed' },
  withdrawal: {
    RAISED_BY_USER: 'Under review',
    APPROVED: 'Waiting to be sent',
    SIGNED: 'Handed to the bank',
    SENT: 'On its way',
    CONFIRMED: 'Paid',
    CANCELLED: 'Cancelled',
    REFUSED: 'Refused',
    FAILED: 'Failed',
  },
  coinWithdrawal: {
    RAISED_BY_USER: 'Under review',
    APPROVED: 'Waiting to be sent',
    SIGNED: 'Being sent',
    SENT: 'Sent',
    CONFIRMED: 'Arrived',
    CANCELLED: 'Cancelled',
    REFUSED: 'Refused',
    FAILED: 'Failed',
  },
  network: { USER: 'To a Kimia user' },
  gateway: { ZARINPAL: 'Zarinpal', VANDAR: 'Vandar' },
  payBack: { PENDING: 'Being returned', DONE: 'Returned' },
  login: {
    unknown: 'Unknown',
    MOBILE: 'Mobile',
    TABLET: 'Tablet',
    DESKTOP: 'Computer',
    ok: 'Successful',
    failed: 'Failed',
  },
}
