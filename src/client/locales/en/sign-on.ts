import type { words as fa } from '../fa/sign-on.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  action: 'Continue with Google',
  failed: "Couldn't log in with Google",
  toLogin: 'Back to login',
  register: {
    title: 'One step left',
    text: "You've come from Google. Enter your mobile number and we'll text you a code.",
    textOf: "You've come as {{email}}. Enter your mobile number and we'll text you a code.",
    action: 'Text me a code',
    password: 'Your account has no password. Set one any time in settings.',
  },
  password: {
    title: 'Password',
    note: {
      open: "You signed up with Google and don't have a password yet. When you set one, your other sessions end and withdrawals are locked for 24 hours.",
      closed: "You signed up with Google and don't have a password yet. When you set one, your other sessions end.",
    },
    action: 'Set password',
    done: 'Password set.',
  },
  link: {
    title: 'Log in with Google',
    note: 'Link your Google account to log in with it instead of your password. You still need your verification code.',
    empty: 'No Google account is linked.',
    action: 'Link Google',
    identity: 'Google account',
    linked: 'Linked {{at}}',
    used: 'Last login: {{at}}',
    done: 'Google account linked.',
    taken: 'This Google account is linked to another account. Choose another one.',
  },
  unlink: {
    action: 'Unlink',
    title: 'Unlink Google',
    text: 'You can no longer log in with this Google account.',
    yes: 'Unlink Google',
    no: 'Cancel',
    done: 'Google account unlinked.',
  },
} satisfies SameKeys<typeof fa>
