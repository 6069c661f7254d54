import type { words as fa } from '../fa/proposals.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  was: 'Now',
  becomes: 'Proposed',
  proposed: 'Proposed by {{name}},',
  until: 'To be decided by:',
  decided: { APPROVED: 'Approved by {{name}},', REFUSED: 'Closed by {{name}},' },
  broadcast: {
    receivers: 'Receivers',
    reachesNow: 'It reaches {{receivers}} users now.',
    reaches: 'This message reaches {{receivers}} users.',
    everybody: 'All users',
    of: { fa: 'Persian-speaking users', en: 'English-speaking users' },
    level: '{{who}}, {{level}}',
    verified: '{{who}}, verified only',
    in: { fa: 'Persian text', en: 'English text' },
    preview: 'Preview and go on',
    edit: 'Edit text',
    send: 'Send to {{receivers}} users',
    propose: 'Propose for {{receivers}} users',
    sendText: "It's sent immediately and can't be taken back.",
    proposeText: "It's sent once another operator approves.",
    sent: 'The message was sent to {{receivers}} users.',
    proposedDone: 'The message was proposed. It is awaiting approval.',
    counting: "The receivers aren't counted yet. Wait a moment.",
    nobody: 'This message reaches nobody. Change the receivers.',
  },
}
