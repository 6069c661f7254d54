import type { words as fa } from '../fa/markets.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Markets',
  lead: 'Live prices, 24h change and weekly trend',
  unit: { label: 'Quote currency', TOMAN: 'Toman', TETHER: 'Tether' },
  group: {
    label: 'Groups of markets',
    all: 'All',
    favourites: 'Favourites',
    gold: 'Gold',
    busy: 'Most traded',
    new: 'New',
    rising: 'Rising',
    falling: 'Falling',
  },
  favourite: 'Favourite: {{name}}',
  search: 'Search by name or ticker',
  columns: {
    coin: 'Asset',
    price: 'Price ({{unit}})',
    change: '24h change',
    volume: '24h volume ({{unit}})',
    week: 'Weekly trend',
    action: 'Trade',
    alert: 'Price alert',
  },
  trade: 'Trade {{name}}',
  tradeShort: 'Trade',
  none: { title: 'No markets found', text: 'Try another name or ticker.' },
  favourites: { title: 'No favourites yet', text: 'Tap the star beside a market to keep it here.' },
  gold: { title: 'No gold market in this currency', text: 'Choose the other quote currency.' },
  busy: { title: 'No trades today', text: 'Check again a little later.' },
  rising: { title: 'No market is up', text: 'Changes are measured against 24 hours ago.' },
  falling: { title: 'No market is down', text: 'Changes are measured against 24 hours ago.' },
  empty: { title: 'No active markets', text: 'Check again a little later.' },
  all: 'All markets',
}
