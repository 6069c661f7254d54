import type { words as fa } from '../fa/entry-kinds.ts'

export const words: Readonly<Record<keyof typeof fa, string>> = {
  credit: 'Deposit',
  hold: 'Held for a withdrawal',
  release: 'Released',
  settle: 'Withdrawn',
  quick_trade: 'Quick trade',
  order: 'Order',
  cancel: 'Order cancelled',
  expire: 'Order expired',
  amend: 'Order changed',
  sweep: 'Moved between own wallets',
  fee: 'Network fee',
  correction: 'Correction',
}
