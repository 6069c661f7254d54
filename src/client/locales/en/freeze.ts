import type { words as fa } from '../fa/freeze.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: 'Freeze your account',
  text: 'If you think someone else can get into your account, freeze it now.',
  action: 'Freeze account',
  leave: 'Cancel',
  frozen: {
    title: 'Your account is frozen',
    text: 'Nobody can log in or withdraw any more. To unfreeze it, contact support.',
    home: 'Home page',
  },
  noToken: {
    text: "This link isn't complete. Open it again from our message, or freeze your account in settings.",
    settings: 'Settings',
  },
} satisfies SameKeys<typeof fa>
