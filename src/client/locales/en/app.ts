import type { words as fa } from '../fa/app.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  busy: 'Working',
  offline: {
    title: "You're offline",
    text: 'Last prices show their times. Orders and deposits need a connection.',
    bar: "You're offline. Prices aren't current.",
  },
  unreachable: {
    title: "We can't connect to Kimia",
    text: "Your internet works, but Kimia isn't responding. Your balances and orders are safe. Last prices show their times.",
    bar: "We can't connect to Kimia. Prices aren't current.",
  },
  connecting: 'Connecting…',
  readOn: 'View last prices',
  understood: 'Got it',
  loading: 'Loading…',
  late: {
    title: "This page hasn't arrived",
    text: 'Loading took too long. Check your connection and try again.',
    retry: 'Load again',
  },
  unkept: {
    title: "This page isn't saved on your device",
    text: "While you're offline, only pages you've opened before can be shown. This one will open when you're back online.",
  },
  install: {
    title: 'Kimia on your home screen',
    text: 'Install Kimia to reach the market in one tap, and to see the last prices with their time even offline.',
    steps: 'In Safari, open the share menu and add Kimia to the home screen.',
    yes: 'Install',
    no: 'Dismiss',
  },
  newVersion: { text: 'A new version of Kimia is ready.', reload: 'Update', later: 'Later' },
} satisfies SameKeys<typeof fa>
