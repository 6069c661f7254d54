import type { words as fa } from '../fa/home.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  hero: {
    title: 'Gold and crypto at a clear price',
    text: 'Buy and sell at once; you see the final total before you confirm.',
    start: 'Get started',
    dashboard: 'Go to the dashboard',
    markets: 'See the markets',
    price: 'Deposit with your own bank card; it is in your wallet at once.',
    book: 'A professional market with a live order book beside the quick trade.',
    offline: 'Installs on your phone, and shows the last prices even without a network.',
  },
  steps: {
    title: 'Three steps to your first purchase',
    register: { title: 'Register', text: 'With your mobile number and the code we send, in under a minute.' },
    verify: { title: 'Verify', text: 'Enter your details and your own bank account to have your identity verified.' },
    trade: { title: 'Buy and sell', text: 'Deposit, and buy or sell whenever you like.' },
  },
  statistics: {
    title: 'Kimia at a glance',
    users: 'users',
    value: 'total value traded',
    trades: 'trades made',
    toman: 'Toman',
  },
  faq: { title: 'Frequently asked questions' },
} satisfies SameKeys<typeof fa>
