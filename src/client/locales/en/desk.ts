import type { words as fa } from '../fa/desk.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  room: {
    identities: 'Verification',
    users: 'Users',
    markets: 'Markets',
    proposals: 'Proposals',
    operators: 'Operators',
    tickets: 'Tickets',
    audit: 'Audit log',
  },
  closed: {
    title: "Your role doesn't open this room",
    text: 'If you need it, ask an admin of operations to change your role.',
    back: 'Go to the users',
  },
  roles: {
    label: 'Roles',
    missing: 'Choose at least one role.',
    READ: { name: 'Read', text: 'Sees users, markets and proposals, and changes nothing.' },
    SUPPORT: { name: 'Support', text: 'Tickets, freezing accounts, ending sessions, content, messages to users.' },
    FINANCE: { name: 'Finance', text: 'Fees, levels of users, credit lines and exports.' },
    RISK: { name: 'Risk', text: 'Verification, documents, market halts, orders and the market maker.' },
    ADMIN: { name: 'Admin', text: 'Everything, also operators, new coins and new markets.' },
  },
  operators: {
    title: 'Operators',
    text: 'Another operator approves each change of roles.',
    withoutKeys: 'Awaiting set-up',
    change: { action: 'Change roles', title: 'Change the roles of {{name}}', propose: 'Propose change' },
    remove: {
      action: 'Remove',
      title: 'Remove {{name}}',
      text: 'Once another operator approves, all sessions end and the password and authenticator open nothing.',
      propose: 'Propose removal',
    },
  },
}
