import type { words as fa } from '../fa/otc.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Quick trade',
  lead: 'At the live price, without waiting in the order book.',
  side: { label: 'Trade type', BUY: 'Buy', SELL: 'Sell' },
  unit: { label: 'Quote currency', TOMAN: 'Toman', TETHER: 'Tether' },
  coin: {
    choose: 'Choose asset',
    change: 'Change asset:',
    search: 'Search by name or ticker',
    none: 'No assets found. Try another name or ticker.',
  },
  price: {
    BUY: 'Buy price per {{unit}}',
    SELL: 'Sell price per {{unit}}',
    mesghal: 'Mesghal quote',
    none: 'No price right now.',
  },
  amount: 'Amount',
  total: { BUY: 'You pay', SELL: 'Sale total' },
  range: '{{min}} to {{max}}',
  rest: "{{amount}} stays: it's less than the minimum sale ({{min}}).",
  unspent: "{{amount}} of {{typed}} isn't spent.",
  submit: { BUY: 'Buy {{name}}', SELL: 'Sell {{name}}' },
  login: 'Log in to trade',
  reason: {
    amountRequired: 'Enter an amount.',
    belowMin: 'Minimum is {{min}}.',
    aboveMax: 'Maximum is {{max}}.',
    balance: 'Not enough balance. Deposit or lower the amount.',
  },
}
