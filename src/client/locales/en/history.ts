import type { words as fa } from '../fa/history.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'History',
  tabs: {
    label: 'History sections',
    trades: 'Trades',
    orders: 'Orders',
    deposits: 'Toman deposits',
    logins: 'Login history',
  },
  order: { title: 'Order details' },
  help: 'Help with this',
  filter: { label: 'Trade type', ALL: 'All', P2P: 'Pro market', EXCHANGE: 'Quick trade' },
  trades: {
    type: 'Type',
    market: 'Market',
    price: 'Unit price',
    amount: 'Amount',
    total: 'Total',
    fee: 'Fee',
    at: 'Time',
    recent: 'Recent trades',
    all: 'All trades',
    empty: {
      title: "You haven't traded yet",
      text: 'Make your first purchase with Quick trade.',
      action: 'Quick trade',
    },
  },
  orders: {
    empty: {
      title: "You haven't placed any orders yet",
      text: 'Your orders in all markets appear here.',
      action: 'Go to market',
    },
  },
  deposits: {
    amount: 'Amount',
    card: 'Card',
    status: 'Status',
    reference: 'Reference number',
    at: 'Time',
    CONFIRMED: 'Confirmed',
    UNCONFIRMED: 'Failed',
    RAISED_BY_USER: 'Pending',
    empty: {
      title: "You haven't made any deposits yet",
      text: 'Deposit Toman from your wallet.',
      action: 'Go to wallet',
    },
  },
  logins: {
    at: 'Time',
    ip: 'IP address',
    device: 'Device',
    system: 'Operating system',
    browser: 'Browser',
    result: 'Result',
    unknown: 'Unknown',
    MOBILE: 'Mobile',
    TABLET: 'Tablet',
    DESKTOP: 'Computer',
    ok: 'Successful',
    failed: 'Failed',
    empty: { title: 'No logins yet', text: 'Your next logins appear here.' },
  },
}
