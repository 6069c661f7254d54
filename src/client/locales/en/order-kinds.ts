import type { words as fa } from '../fa/order-kinds.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  explain: 'How does it work?',
  unit: 'Unit of the distance',
  percent: 'Percent',
  oco: {
    rule: {
      BUY: 'Two orders are placed together: one buys below the market, the other if the market rises. Once one fills or triggers, the other is cancelled.',
      SELL: 'Two orders are placed together: one takes the profit, the other limits the loss. Once one fills or triggers, the other is cancelled.',
    },
    limitHint: { BUY: 'Below the market price ({{last}})', SELL: 'Above the market price ({{last}})' },
    stopHint: { BUY: 'Above the market price ({{last}})', SELL: 'Below the market price ({{last}})' },
    stopLimitHint: {
      BUY: 'The second order is placed at the price after trigger, usually a little above the stop price.',
      SELL: 'The second order is placed at the price after trigger, usually a little below the stop price.',
    },
  },
  trailing: {
    rule: {
      BUY: 'The stop follows the market down at this distance and never moves up. Once the market trades at it, your limit order is placed.',
      SELL: 'The stop follows the market up at this distance and never moves down. Once the market trades at it, your limit order is placed.',
    },
    distance: 'Distance from market',
    gap: 'Limit offset',
    gapHint: {
      BUY: 'Your limit is this far above the stop. Leave it empty for a limit at the stop.',
      SELL: 'Your limit is this far below the stop. Leave it empty for a limit at the stop.',
    },
    stopNow: 'Stop price now',
    priceNow: 'Limit price now',
  },
  terms: {
    done: 'Apply',
    forceText: {
      GTC: 'Stays in the order book until it fills or you cancel it.',
      IOC: 'Fills as much as possible immediately; the rest is cancelled.',
      FOK: "Fills completely and immediately, or isn't placed.",
    },
    postOnlyText: "Isn't placed if it would trade immediately, so you always pay the maker fee.",
    expiryText: 'At this time the rest of the order is cancelled and its funds return to your balance.',
    day: {
      label: 'Expires at (Tehran time)',
      day: 'Day',
      month: 'Month',
      year: 'Year',
      hour: 'Hour',
      minute: 'Minute',
    },
    selfText: 'Two orders of yours never trade with each other. Choose which one is cancelled.',
    off: {
      market: 'A market order never waits in the order book.',
      oco: 'An OCO order waits in the order book until one of its two orders fills.',
      immediate: "With {{name}}, the order doesn't wait in the order book.",
    },
  },
  problem: {
    distanceRequired: 'Enter a distance.',
    distanceOffTick: 'Distance must be a multiple of {{tick}}.',
    distanceTooNear: 'Minimum distance is {{min}}.',
    distanceTooFar: 'Maximum distance is {{max}}.',
    gapOffTick: 'Offset must be a multiple of {{tick}}.',
    gapTooFar: 'Offset must be less than the stop price.',
  },
}
