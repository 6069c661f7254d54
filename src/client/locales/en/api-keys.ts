import type { words as fa } from '../fa/api-keys.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'API keys',
  note: 'With these keys, your own programs can act for you.',
  guide: 'API guide',
  empty: "You haven't created any keys yet.",
  used: 'Last used {{at}} from {{ip}}',
  unused: 'Never used',
  expires: 'Expires {{at}}',
  expired: 'Expired',
  anywhere: 'From any IP address',
  right: {
    label: 'Permissions',
    read: 'View',
    trade: 'Trade',
    withdraw: 'Withdraw',
    readText: 'Balances, orders and trades',
    tradeText: 'Place and cancel orders',
    withdrawText: {
      open: 'Send assets to addresses outside Kimia',
      closed: "Withdrawals aren't open yet, so this permission does nothing for now.",
    },
    required: 'Choose at least one permission.',
  },
  create: { action: 'Create key', title: 'New key' },
  name: { label: 'Key name', placeholder: 'Such as “Trading bot”', required: 'Enter a name for the key.' },
  addresses: {
    label: 'Allowed IP addresses',
    hint: 'One address per line. Leave empty to allow any address.',
    required: 'A key that can withdraw needs at least one IP address.',
    wrong: "{{address}} isn't an IP address.",
  },
  expiry: { label: 'Expires', never: 'Never', days30: 'In 30 days', days90: 'In 90 days', days365: 'In a year' },
  secret: {
    title: 'Your key is ready',
    once: "Copy the secret now: we won't show it again. Never share it.",
    key: 'Key',
    secret: 'Secret',
    copyKey: 'Copy key',
    copySecret: 'Copy secret',
    done: "I've copied it",
  },
  remove: {
    action: 'Remove {{name}}',
    title: 'Remove key',
    text: 'Remove “{{name}}”? Programs that use it will stop working.',
    yes: 'Remove key',
    no: 'Keep key',
    done: 'API key removed.',
  },
}
