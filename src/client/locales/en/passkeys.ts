import type { words as fa } from '../fa/passkeys.ts'
import type { SameKeys } from '../same-keys.ts'

export const words = {
  title: 'Passkeys',
  note: "Log in with your fingerprint, face or screen lock. You won't need a password or a code.",
  empty: "You don't have a passkey yet.",
  used: 'Last used: {{at}}',
  unused: 'Added {{at}}. Not used yet.',
  synced: 'Also on your other devices.',
  add: { action: 'Add passkey', title: 'New passkey', done: 'Passkey added.' },
  rename: { action: 'Rename {{name}}', title: 'Passkey name', save: 'Save name' },
  remove: {
    action: 'Remove {{name}}',
    title: 'Remove passkey',
    text: 'You can no longer log in with “{{name}}”. Your password and verification code still work.',
    yes: 'Remove passkey',
    no: 'Cancel',
    done: 'Passkey removed.',
  },
  name: { label: 'Name', placeholder: 'My phone', required: 'Give the passkey a name.' },
  login: { action: 'Log in with a passkey' },
  prove: {
    text: 'To protect your account, confirm with your passkey.',
    action: 'Confirm with a passkey',
  },
  fault: {
    CANCELLED: "Your device didn't finish. Try again.",
    WRONG_SITE: 'Passkeys only work at {{site}}. Open Kimia there.',
    UNSUPPORTED: "This browser or device doesn't support passkeys. Try another browser.",
    KNOWN: 'This device already has a passkey. Use another device.',
  },
} satisfies SameKeys<typeof fa>
