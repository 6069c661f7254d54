import type { words as fa } from '../fa/contacts.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: 'Mobile and email',
  note: 'Login codes and security warnings go here.',
  name: { MOBILE: 'Mobile number', EMAIL: 'Email' },
  none: { MOBILE: 'No mobile number yet', EMAIL: 'No email yet' },
  proven: 'Verified',
  unproven: 'Not verified',
  locked: "It can't change until your identity verification is finished.",
  change: { MOBILE: 'Change mobile number', EMAIL: 'Change email' },
  prove: { MOBILE: 'Verify mobile number', EMAIL: 'Verify email' },
  old: { MOBILE: 'Current mobile number', EMAIL: 'Current email' },
  new: { MOBILE: 'New mobile number', EMAIL: 'New email' },
  hold: {
    open: 'After the change, withdrawals are locked for 24 hours and your other devices are logged out.',
    closed: 'After the change, your other devices are logged out.',
  },
  send: 'Send code',
  problem: {
    MOBILE: {
      required: 'Enter the mobile number.',
      invalid: 'A mobile number has 10 digits after the 0. Check the digits.',
      mismatch: "This isn't your current number. Check it.",
      same: 'The new number is the same as the current one. Enter another one.',
    },
    EMAIL: {
      required: 'Enter the email.',
      invalid: "This email isn't valid. Check it.",
      mismatch: "This isn't your current email. Check it.",
      same: 'The new email is the same as the current one. Enter another one.',
    },
  },
  code: {
    OLD: {
      MOBILE:
        "Enter the code we texted to your current number {{contact}}. After that we'll text one to the new number.",
      EMAIL:
        "Enter the code we emailed to your current address {{contact}}. After that we'll email one to the new address.",
    },
    NEW: {
      MOBILE: 'Enter the code we texted to the new number {{contact}}.',
      EMAIL: 'Enter the code we emailed to {{contact}}.',
    },
  },
  done: {
    added: 'Your email is verified.',
    MOBILE: {
      open: 'Your mobile number has changed. Withdrawals are locked for 24 hours.',
      closed: 'Your mobile number has changed.',
    },
    EMAIL: { open: 'Your email has changed. Withdrawals are locked for 24 hours.', closed: 'Your email has changed.' },
    review: "Your mobile number has changed and we're reviewing it. You can trade until then.",
  },
} satisfies SameKeys<typeof fa>
