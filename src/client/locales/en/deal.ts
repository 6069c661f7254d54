import type { words as fa } from '../fa/deal.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  convert: {
    text: 'You need {{missing}} more. Converting {{spent}} covers it.',
    less: 'You need {{missing}} more. Converting {{spent}} covers ≈ {{received}} of it.',
    other: 'You have money in the other currency. Convert it, or pay with it.',
    action: 'Convert',
    hidden: 'Convert {{from}} to {{to}}',
    pay: { TOMAN: 'Pay in Toman', TETHER: 'Pay in Tether' },
  },
  balance: 'Balance',
  refresh: 'Refresh balance',
  all: 'Max',
  fee: 'Fee {{percent}}',
  received: 'You receive',
  unverified: { text: 'Verify your identity before you trade.', action: 'Verify identity' },
  confirm: {
    title: { BUY: 'Confirm purchase', SELL: 'Confirm sale' },
    coin: 'Asset',
    unitPrice: 'Unit price',
    amount: 'Amount',
    gross: { BUY: 'You pay', SELL: 'Sale total' },
    yes: { BUY: 'Confirm and buy', SELL: 'Confirm and sell' },
    again: 'Try again',
    no: 'Cancel',
    sending: 'Placing your trade…',
  },
  priceChanged: 'The price has changed. Check it and confirm again.',
  lock: {
    left: 'This price is locked for {{seconds}} more seconds.',
    asking: 'Getting the price…',
    renewed: 'Time is up. Check the new price and confirm again.',
    expired: "Time is up, and the price hasn't changed. Confirm again.",
    failed: "We couldn't get the price. Try again.",
    again: 'Get price',
  },
  unspent: 'Unspent, stays in your wallet',
  priceBefore: 'Previous price',
  unknown: { history: 'View history' },
  receipt: {
    title: { BUY: 'Purchase complete', SELL: 'Sale complete' },
    order: 'Order number',
    at: 'Time',
    done: 'Got it',
    wallet: 'View wallet',
  },
}
