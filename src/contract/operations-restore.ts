import * as z from 'zod/mini'
import { defineEndpoint, operatorAct } from './endpoint.ts'
import { Reason } from './operations.ts'
import { Id, replyWith } from './values.ts'

export const proposeRelease = defineEndpoint({
  ...operatorAct,
  right: 'RESTORE_CONFIRM',
  path: '/operations/restore/propose',
  summary:
    'After a restore: proposes that money may leave and programs may call again, with the figures that were compared; another operator approves',
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ id: Id }) }),
  errors: ['NOTHING_TO_CHANGE', 'CUSTODY_UNAVAILABLE', 'PROPOSAL_EXISTS', 'TOO_MANY_PROPOSALS'],
})
