import type { words as fa } from '../fa/saved-addresses.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Withdrawal addresses',
  note: 'Save addresses outside Kimia, and choose one of them when you withdraw crypto.',
  empty: "You haven't saved any addresses yet.",
  usableFrom: 'Usable from {{at}}',
  add: { action: 'Save address', title: 'New address', done: 'Address saved.' },
  network: {
    label: 'Network',
    choose: 'Choose a network',
    required: 'Choose the network.',
    none: "Withdrawals aren't open on any network now. Try again later.",
  },
  address: {
    label: 'Address',
    hint: 'Copy the address from the receiving wallet.',
    required: 'Enter the address.',
    invalid: "This doesn't look like an address on this network. Check both.",
  },
  tag: {
    hint: 'If the receiving wallet shows one, you need it. Otherwise leave it empty.',
    invalid: "This isn't valid on this network. Copy it from the receiving wallet.",
  },
  name: { label: 'Address name', placeholder: 'Such as “My wallet”', required: 'Enter a name for the address.' },
  only: {
    name: 'Withdraw only to saved addresses',
    isOn: 'On: crypto goes to these addresses only, each 24 hours after it was saved.',
    isOff: 'Off: crypto goes to any address.',
    cancel: 'Cancel',
    on: {
      action: 'Limit withdrawals',
      text: 'From now on, crypto withdrawals and quick buys that are sent go only to your saved addresses, and each opens 24 hours after it was saved. If someone gets into your account, you have a day to notice. Toman withdrawals to your bank account stay the same, and transfers to other users are closed. Lifting the limit locks all withdrawals for 24 hours.',
      done: 'Withdrawals are limited to your saved addresses.',
    },
    off: {
      action: 'Lift the limit',
      text: 'Crypto goes to any address again. To protect you, all withdrawals, Toman too, are locked for 24 hours.',
      done: 'Any address is allowed again. Withdrawals are locked for 24 hours.',
    },
  },
  remove: {
    action: 'Remove {{name}}',
    title: 'Remove address',
    text: 'Remove “{{name}}”?',
    waits: 'If you save it again, it opens 24 hours later.',
    yes: 'Remove address',
    no: 'Keep address',
    done: 'Address removed.',
  },
  pick: {
    label: 'Saved address',
    choose: 'Choose an address',
    waits: '“{{name}}” is usable from {{at}}.',
    none: 'You only withdraw to saved addresses, and none on this network is ready.',
    noneOfAny: 'You only withdraw to saved addresses, and none for this asset is ready.',
    settings: 'Withdrawal addresses',
  },
}
