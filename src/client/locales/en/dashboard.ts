import type { words as fa } from '../fa/dashboard.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Dashboard',
  hello: 'Hello <name>{{name}}</name>',
  assets: {
    title: 'Assets',
    all: 'Wallet',
    worth: 'Total value',
  },
  empty: {
    title: 'Your wallet is empty',
    text: 'Start with a Toman deposit.',
    action: 'Deposit Toman',
    unverified: 'Verify your identity, then start with a Toman deposit.',
  },
  trade: 'Trade {{name}}',
  start: {
    steps: 'Steps to start',
    verify: 'Verify identity',
    deposit: 'Deposit Toman',
    trade: 'Buy and sell',
    title: {
      form: 'Three steps to your first purchase',
      code: 'Only the code is missing',
      review: 'Your information is under review',
    },
    text: {
      form: 'Enter your details to verify your identity. Deposits and trading open after that.',
      code: 'Enter the 5-digit code we text you.',
      review: "We'll text you the result. Deposits and trading open after that.",
    },
    action: { form: 'Verify identity', code: 'Enter code', review: 'View status' },
  },
  account: {
    title: 'Account status',
    level: 'Account level',
    fee: 'Pro market fee',
    quickFee: 'Quick trade fee',
    next: 'Next level',
    nextLevel: '{{level}} from {{volume}}',
    volume: '3-month trading volume',
    status: 'Identity verification',
    UNAUTHORIZED: 'Not verified',
    UNIDENTIFIED: 'Waiting for code',
    NOT_COMPLETE: 'Incomplete',
    PENDING: 'Under review',
    AUTHORIZED: 'Verified',
    INFORMATION_CHANGED: 'Information changed',
    INFORMATION_CHANGED_PENDING: 'Change under review',
  },
  level: { VIP_1: 'Level 1', VIP_2: 'Level 2', VIP_3: 'Level 3', VIP_4: 'Level 4', SUPERVISOR: 'Liquidity provider' },
  orders: 'Open orders',
}
