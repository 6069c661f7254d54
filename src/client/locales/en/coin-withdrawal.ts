import { words as shared } from '#contract/words/en/own-lists.ts'
import type { words as fa } from '../fa/coin-withdrawal.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Withdraw {{name}}',
  network: {
    label: 'Network',
    hint: 'Choose the network on which the destination wallet receives.',
    choose: 'Choose a network',
    facts: 'Fee {{fee}}, minimum withdrawal {{min}}',
    wrong: 'Send only to an address for {{name}} on {{network}}. Transfers to another network are lost.',
  },
  address: {
    label: 'Destination address',
    paste: 'Paste address',
    noPaste: "Your browser didn't allow this. Paste the address into the field.",
    scan: 'Scan address by camera',
  },
  tag: {
    hint: 'Copy it with the address from the receiving wallet. Without it, exchanges may not credit you.',
    none: 'This address has none',
  },
  scan: {
    title: 'Scan QR code',
    hint: 'Point the camera at the QR code of the address.',
    failed: "The camera isn't available. Allow it in your browser, or paste the address.",
  },
  amount: 'Amount',
  range: '{{min}} to {{max}}',
  free: 'Available balance',
  facts: {
    amount: 'Leaves your balance',
    fee: 'Network fee',
    arrives: 'Arrives',
  },
  back: 'Change amount or address',
  risk: "Withdrawals can't be reversed. Check address and network.",
  inside:
    "This is another Kimia user's deposit address. The whole amount goes to their balance immediately, without a network fee.",
  insideNetwork: shared.network.USER,
  queued: 'Request received. It goes to the network within a few minutes.',
  problem: {
    networkRequired: 'Choose a network.',
    addressRequired: 'Enter the destination address.',
    addressInvalid: "This doesn't look like an address on this network. Check both.",
    tagRequired: 'Enter it, or confirm that this address has none.',
    tagInvalid: "This isn't valid on this network. Copy it from the receiving wallet.",
    amountRequired: 'Enter an amount.',
    moreAmount: 'This is more than your balance.',
    maxAmountErr: 'Maximum withdrawal is {{max}}.',
    minAmountErr: 'Minimum withdrawal is {{min}}.',
  },
  transfer: {
    title: 'Transfer {{name}} to another user',
    done: 'Transfer complete',
    to: "Recipient's mobile number",
    hint: 'The recipient must be a verified Kimia user. It arrives immediately.',
    name: "Recipient's name",
    mobileInvalid: 'Enter the complete mobile number, like 09123456789.',
    confirm: 'Confirm and transfer',
    fee: 'Transfer fee',
    back: 'Change amount or recipient',
    arrived: "The transfer is in the recipient's balance.",
    history: 'See it in the history',
    onlySaved: 'Transfers to other users are closed while you only withdraw to saved addresses.',
  },
  outside: {
    belowMin: 'Minimum of this network is {{min}} after our fee. Buy more.',
    aboveMax: 'Maximum of this network is {{max}}. Buy less.',
    byPasskey: 'Confirmed with your passkey. “Confirm and buy” makes the purchase.',
    newCode: "The purchase wasn't made, and the code is used up. Check the trade, then get a new code.",
    sent: 'What you bought is on its way to the outside wallet.',
    follow: 'Follow or cancel it',
  },
}
