import type { words as fa } from '../fa/notifications.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Notifications',
  settings: 'Notification settings',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: 'Unread',
  empty: {
    title: 'No notifications yet',
    text: 'Filled orders, deposits, logins and replies from support appear here.',
  },
  group: {
    ORDERS: 'Orders',
    MONEY: 'Deposits and withdrawals',
    SECURITY: 'Security',
    SUPPORT: 'Support',
    ACCOUNT: 'Account',
    PRICE_ALERTS: 'Price alerts',
    NEWS: 'News',
  },
  channel: { PUSH: 'Browser', EMAIL: 'Email', SMS: 'SMS' },
  preferences: {
    title: 'Notifications',
    note: 'The app keeps every notification. Choose which ones we also send you.',
    subject: 'Topic',
    by: '{{group}} by {{channel}}',
    always: 'Always',
    notOffered: 'None',
    quiet: 'Quiet hours',
    quietText: 'Between these hours, Tehran time, only security alerts come through.',
    quietOn: 'Turn on quiet hours',
    quietEmpty: 'Start and end are the same. Change one of them.',
    kept: 'Saved',
    from: 'From',
    to: 'To',
    amounts: 'Show amounts on the lock screen',
  },
}
