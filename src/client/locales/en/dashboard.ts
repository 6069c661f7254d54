import type { words as fa } from '../fa/dashboard.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Dashboard',
  hello: 'Hello {{name}}',
  assets: {
    title: 'Assets',
    all: 'Wallet',
    label: 'Share of each asset in the total worth: {{parts}}',
    worth: 'Total worth',
  },
  empty: { title: 'You have no assets yet', text: 'Begin by depositing Toman.', action: 'Deposit Toman' },
  trade: 'Trade {{name}}',
  account: {
    title: 'Account status',
    level: 'Level',
    fee: 'Trading fee',
    volume: 'Three-month volume',
    status: 'Identity',
    action: 'Complete the account',
    UNAUTHORIZED: 'Not verified',
    UNIDENTIFIED: 'Not verified',
    NOT_COMPLETE: 'Not complete',
    PENDING: 'Under review',
    AUTHORIZED: 'Verified',
    INFORMATION_CHANGED: 'Information changed',
    INFORMATION_CHANGED_PENDING: 'Change under review',
  },
  level: { VIP_1: 'VIP 1', VIP_2: 'VIP 2', VIP_3: 'VIP 3', VIP_4: 'VIP 4', SUPERVISOR: 'Market maker' },
  orders: 'Open orders',
}
