import type { words as fa } from '../fa/own-lists.ts'

type Words = { readonly [Part in keyof typeof fa]: Readonly<Record<keyof (typeof fa)[Part], string>> }

export const words: Words = {
  deposit: { CONFIRMED: 'Confirmed', UNCONFIRMED: 'Failed', RAISED_BY_USER: 'Pending' },
  login: {
    unknown: 'Unknown',
    MOBILE: 'Mobile',
    TABLET: 'Tablet',
    DESKTOP: 'Computer',
    ok: 'Successful',
    failed: 'Failed',
  },
}
