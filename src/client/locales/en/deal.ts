import type { words as fa } from '../fa/deal.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  confirm: {
    title: { BUY: 'Confirm the purchase', SELL: 'Confirm the sale' },
    coin: 'Currency',
    unitPrice: 'Unit price',
    amount: 'Amount',
    gross: { BUY: 'You pay', SELL: 'Total of the sale' },
    yes: { BUY: 'Confirm and buy', SELL: 'Confirm and sell' },
    again: 'Try again',
    no: 'Cancel',
    close: 'Close',
  },
  priceChanged: 'The price has changed meanwhile. Look at the new price and confirm again if you agree.',
  priceBefore: 'Price before',
  unknown: {
    title: 'The outcome is not known',
    text: 'No answer came from the server, and the trade may have been made. Trying again is safe: it will not be made twice. You can also look into your history.',
    history: 'See the history',
  },
  receipt: {
    title: { BUY: 'Bought', SELL: 'Sold' },
    order: 'Order number',
    at: 'Time',
    done: 'OK',
    wallet: 'See the wallet',
  },
}
