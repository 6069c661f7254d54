import type { words as fa } from '../fa/app.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  busy: 'Working',
  offline: {
    title: 'You are offline',
    text: 'Until you are back you can read the last prices; each one says when it is from. Orders, deposits and withdrawals wait for the connection.',
    bar: 'You are offline; prices are not current.',
  },
  unreachable: {
    title: 'Kimia cannot be reached',
    text: 'Your internet works, but Kimia does not answer. Your balances and orders are where they were. Until then you can read the last prices with their time.',
    bar: 'Kimia cannot be reached; prices are not current.',
  },
  connecting: 'Trying to connect…',
  readOn: 'Read the last prices',
  newVersion: { text: 'A new version of Kimia is ready.', reload: 'Reload', later: 'Later' },
} satisfies SameKeys<typeof fa>
