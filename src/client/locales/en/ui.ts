import type { words as fa } from '../fa/ui.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  close: 'Close',
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  list: { more: 'Show more', end: "You've reached the end." },
  age: {
    price: { hour: 'Price at {{time}}', day: 'Price on {{time}}' },
    balance: { hour: 'Balance at {{time}}', day: 'Balance on {{time}}' },
  },
  password: {
    show: 'Show password',
    hide: 'Hide password',
    rules: {
      label: 'Password requirements',
      met: 'met',
      unmet: 'not met',
      length: 'At least 8 characters',
      upper: 'An uppercase letter',
      lower: 'A lowercase letter',
      digit: 'A number',
    },
  },
  freeze: {
    sessions: 'All sessions end, and API keys are removed.',
    withdrawals: 'Nobody can log in or withdraw, not even you.',
    support: 'To unfreeze the account, you have to contact support.',
  },
  change: { up: 'Up', down: 'Down', even: 'Unchanged' },
  error: { title: "We couldn't load this", text: 'Check your connection and try again.', retry: 'Try again' },
  refusal: {
    unreachable: "We didn't get a response. Check your connection.",
    broken: 'Something went wrong. Try again.',
    wait: 'Time left:',
    now: 'You can try again now.',
    min: 'Minimum is {{bound}}.',
    max: 'Maximum is {{bound}}.',
    tick: 'Price must be a multiple of {{bound}}.',
  },
  unknown: {
    title: "The outcome isn't clear yet",
    asking: "We didn't get a response. Checking what happened…",
    'nothing-so-far':
      "We didn't get a response, and nothing is recorded so far. Trying again is safe: it won't happen twice.",
    'no-answer':
      "We didn't get a response and couldn't check either. Check your connection. Trying again is safe: it won't happen twice.",
    again: 'Try again',
    leave: 'Leave it',
    expired: "Your last unanswered request is more than a day old, so we won't send it again. Check your history.",
    found: 'Your earlier request had gone through.',
  },
  recovery: {
    used: 'You used a recovery code.',
    left: 'Unused codes left: {{unused}}.',
    none: 'You have no codes left. Make new ones in Settings.',
  },
  code: {
    digits5: '5-digit code',
    digits6: '6-digit code',
    left: 'Time left',
    confirm: 'Confirm code',
    send: 'Send code',
    sent: 'We sent you a new code.',
    again: 'Resend code',
    partial: 'Enter all digits of the code.',
    expired: 'This code has expired. Get a new one.',
  },
  decimal: {
    negative: "A negative number can't be used here.",
    characters: 'Use digits and a decimal point only, such as {{example}}.',
    digits: 'Use digits only, such as {{example}}.',
    marks: 'Check the decimal point and the thousands separators; for example {{example}}.',
    unclear: 'Do you mean {{whole}} or {{fraction}}?',
    whole: 'Enter a whole number, without decimals.',
    finer: 'Use at most {{decimals}} decimal places.',
    long: 'This number is too large.',
  },
  pick: { choose: 'Choose', use: 'Use “{{text}}”', none: 'Nothing matches this name.' },
  file: {
    pick: 'Choose photo',
    camera: 'Take photo',
    change: 'Change photo',
    received: 'We received the photo',
    kinds: 'PNG or JPG',
  },
} satisfies SameKeys<typeof fa>
