import type { words as fa } from '../fa/home.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  hero: {
    title: 'Gold and crypto at a clear price',
    text: 'Buy and sell instantly; you see the final total before you confirm.',
    start: 'Get started',
    dashboard: 'Go to dashboard',
    markets: 'View markets',
    price: "Deposit with your own bank card; it's in your wallet instantly.",
    book: 'A Pro market with a live order book, next to Quick trade.',
    offline: 'Installs on your phone and shows last prices even without internet.',
  },
  steps: {
    title: 'Three steps to your first purchase',
    register: { title: 'Sign up', text: 'With your mobile number and the code we text you, in under a minute.' },
    verify: { title: 'Verify your identity', text: 'Enter your details and your own bank account.' },
    trade: { title: 'Buy and sell', text: 'Deposit, then buy or sell whenever you like.' },
  },
  statistics: {
    title: 'Kimia at a glance',
    users: 'users',
    value: 'total value traded',
    trades: 'trades',
  },
  faq: { title: 'Frequently asked questions', all: 'Help centre' },
} satisfies SameKeys<typeof fa>
