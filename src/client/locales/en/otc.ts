import type { words as fa } from '../fa/otc.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Quick trade',
  lead: 'At the price you see, without waiting in the order book.',
  side: { label: 'Side', BUY: 'Buy', SELL: 'Sell' },
  unit: { label: 'Priced in', TOMAN: 'Toman', TETHER: 'Tether' },
  coin: {
    label: 'Coin',
    choose: 'Choose a coin',
    change: 'Change coin:',
    search: 'Search by name or ticker',
    none: 'No coin goes by this name.',
  },
  price: {
    BUY: 'Buy price per {{unit}}',
    SELL: 'Sell price per {{unit}}',
    mesghal: 'Bazaar quote per mesghal',
    none: 'No price available',
  },
  amount: 'Amount',
  total: { BUY: 'You pay', SELL: 'Total of the sale' },
  range: '{{min}} to {{max}}',
  balance: 'Balance',
  refresh: 'Refresh the balance',
  all: 'All of it',
  fee: 'Fee 0.3%',
  received: 'You get after the fee',
  submit: { BUY: 'Buy {{name}}', SELL: 'Sell {{name}}' },
  login: 'Log in to trade',
  unverified: { text: 'Please complete and verify your account before you trade.', action: 'Complete the account' },
  reason: {
    supervisor: 'Quick trade is disabled for the market maker.',
    priceStale: 'No fresh price is available. Quick trade is paused for the moment.',
    amountRequired: 'Enter an amount.',
    pending: 'Please wait…',
    belowMin: 'The amount is below the minimum.',
    aboveMax: 'The amount is above the maximum.',
    balance: 'The amount exceeds your balance.',
  },
}
