import type { words as fa } from '../fa/markets.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Markets',
  lead: 'Live prices, 24h change and weekly trend',
  unit: { label: 'Quote currency', TOMAN: 'Toman', TETHER: 'Tether' },
  search: 'Search by name or ticker',
  columns: {
    coin: 'Asset',
    price: 'Price ({{unit}})',
    change: '24h change',
    week: 'Weekly trend',
    action: 'Trade',
    alert: 'Price alert',
  },
  trade: 'Trade {{name}}',
  coin: '{{name}} price',
  tradeShort: 'Trade',
  none: { title: 'No markets found', text: 'Try another name or ticker.' },
  empty: { title: 'No active markets', text: 'Check again a little later.' },
  all: 'All markets',
}
