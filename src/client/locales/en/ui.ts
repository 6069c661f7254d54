import type { words as fa } from '../fa/ui.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  close: 'Close',
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  age: 'as of {{time}}',
  password: { show: 'Show password', hide: 'Hide password' },
  change: { up: 'Up', down: 'Down', even: 'Unchanged' },
  error: { title: 'Could not be loaded', text: 'Check your connection and try again.', retry: 'Try again' },
  refusal: {
    unreachable: 'The server did not answer. Please check your connection.',
    broken: 'Something went wrong. Please try again.',
  },
  code: {
    digits5: 'Five-digit code',
    digits6: 'Six-digit code',
    left: 'Time left',
    confirm: 'Confirm',
    send: 'Send the code',
    sent: 'A new code was sent.',
    again: 'Try again',
    expired: 'This code has expired. Ask for a new one.',
  },
  file: {
    pick: 'Choose or drop a picture',
    change: 'Change the picture',
    received: 'Picture received',
    kinds: 'PNG or JPG',
  },
} satisfies SameKeys<typeof fa>
