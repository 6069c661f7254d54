import type { words as fa } from '../fa/proof.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: {
    byPasskey: 'Confirm with a passkey',
    byRecovery: 'Confirm with a recovery code',
    SMS: 'Confirm with a text code',
    EMAIL: 'Confirm with an email code',
    GOOGLE_AUTHENTICATOR: 'Confirm with your authenticator app',
    any: "Confirm it's you",
  },
  text: {
    SMS: 'To protect your account, enter the 6-digit code we texted to',
    EMAIL: 'To protect your account, enter the 6-digit code we emailed to',
    GOOGLE_AUTHENTICATOR: 'To protect your account, enter the 6-digit code from your authenticator app.',
  },
  again: 'Try again',
  byPasskey: 'Use a passkey',
  byRecovery: 'Use a recovery code',
  bySecondStep: 'Use a verification code',
  recovery: {
    label: 'Recovery code',
    hint: 'One of the 16-character codes you saved when you set this up.',
    partial: 'Enter all 16 characters of the recovery code.',
    action: 'Confirm recovery code',
  },
} satisfies SameKeys<typeof fa>
