import type { words as fa } from '../fa/markets.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Markets',
  lead: 'The price now, the change of the day and the run of the week for every market.',
  unit: { label: 'Base market', TOMAN: 'Toman', TETHER: 'Tether' },
  search: 'Search by name or ticker',
  columns: { coin: 'Coin', price: 'Price ({{unit}})', change: '24 h change', week: 'Last week', action: 'Trade' },
  trade: 'Trade {{name}}',
  tradeShort: 'Trade',
  none: { title: 'No market found', text: 'Try another name or ticker.' },
  empty: { title: 'No market is active', text: 'Please come back a little later.' },
  all: 'All markets',
}
