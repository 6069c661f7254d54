import type * as z from 'zod/mini'
import type { ProposalRow } from '#contract/operations-proposals.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { type ListedProposal, readProposals } from '../../store/accounts/proposals.ts'
import { countReceivers } from '../../store/console/broadcasts.ts'
import type { Queryable } from '../../store/database.ts'
import { cutPage } from '../../store/page.ts'
import { readBroadcastPayload, receiversOf } from '../broadcasts/send-broadcast.ts'
import { maskedFor } from '../user-on-wire.ts'
import { refusalOfDecision } from './decide-proposal.ts'
import { readOperatorPayload, readRolesPayload } from './operators.ts'
import { changesOf } from './setting.ts'
import { readSupervisorPayload } from './supervisors.ts'

const ROWS = 20

interface Viewer {
  readonly operatorId: number
  readonly roles: readonly OperatorRole[]
  readonly at: Date
}

/** The proposals, newest first, as the calling operator sees them. */
export async function listProposals(
  database: Queryable,
  { before, at, ...viewer }: Viewer & { before: string | undefined },
): Promise<{ content: z.input<typeof ProposalRow>[]; next?: string }> {
  const found = await readProposals(database, { before: before || undefined, rowsMax: ROWS + 1 })
  const { rows, ...more } = cutPage(found, ROWS, ({ id }) => id)
  const content: z.input<typeof ProposalRow>[] = []
  for (const row of rows)
    content.push({ ...rowOnWire(row, { ...viewer, at }), broadcast: await broadcastOf(database, row, at) })
  return { content, ...more }
}

function stateOf(
  { decision, decidedAt, decidedBy, proposedBy, expiresAt }: ListedProposal,
  at: Date,
): z.input<typeof ProposalRow>['state'] {
  // A proposal that made room for another is closed only after its time.
  if (decision === undefined || (decision === 'REFUSED' && decidedAt !== undefined && decidedAt >= expiresAt))
    return decision === undefined && expiresAt > at ? 'OPEN' : 'EXPIRED'
  return decision === 'REFUSED' && decidedBy?.id === proposedBy.id ? 'WITHDRAWN' : decision
}

function rowOnWire(
  row: ListedProposal,
  { operatorId, roles, at }: Viewer,
): Omit<z.input<typeof ProposalRow>, 'broadcast'> {
  const { kind, user, payload, proposedBy } = row
  const added = kind === 'ADD_OPERATOR' ? readOperatorPayload(payload) : undefined
  return {
    id: String(row.id),
    kind,
    state: stateOf(row, at),
    user: user ? { id: String(user.id), name: user.name, mobileNumber: maskedFor(roles, user.mobile) } : null,
    credit: kind === 'APPOINT_SUPERVISOR' ? readSupervisorPayload(payload).credit : [],
    operator: added ? { name: added.name, mobileNumber: maskedFor(roles, added.mobile) } : null,
    subject: row.subject ?? null,
    changes: changesOnWire(row),
    reason: row.reason,
    proposedBy: proposedBy.name,
    isOwn: proposedBy.id === operatorId,
    mayDecide: !refusalOfDecision({ operatorId, roles }, { kind, proposedBy: proposedBy.id, userId: user?.id }),
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedBy?.name ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason ?? null,
    executed: row.executed,
    failure: row.failure ? { ...row.failure, at: row.failure.at.toISOString() } : null,
  }
}

const CHANGES_SETTING: readonly string[] = [
  ...['CHANGE_MARKET', 'CHANGE_LEVEL', 'ADD_COIN', 'CHANGE_COIN', 'OPEN_NETWORK', 'ADD_MARKET', 'SET_STRATEGY'],
  ...['SWITCH_MAKER_ON', 'SET_HOLIDAY', 'SET_LEVEL', 'PUBLISH_TEXT', 'VERIFY_CARD'],
]

function changesOnWire({ kind, payload }: ListedProposal): z.input<typeof ProposalRow>['changes'] {
  if (kind === 'ADD_OPERATOR')
    return [{ name: 'roles', before: null, after: readOperatorPayload(payload).roles.join(', ') }]
  if (kind === 'CHANGE_ROLES') {
    const { before, after } = readRolesPayload(payload)
    return [{ name: 'roles', before: before.join(', '), after: after.join(', ') }]
  }
  return CHANGES_SETTING.includes(kind) ? changesOf(payload) : []
}

/** The message to send and the number of its receivers: the present users, as an approval now would count them. */
async function broadcastOf(
  database: Queryable,
  row: ListedProposal,
  at: Date,
): Promise<z.input<typeof ProposalRow>['broadcast']> {
  if (row.kind !== 'BROADCAST') return null
  const { receiverFilter, messages } = readBroadcastPayload(row.payload)
  const isOpen = stateOf(row, at) === 'OPEN'
  return {
    receiverFilter,
    messages,
    receivers: isOpen ? await countReceivers(database, receiversOf(receiverFilter)) : null,
  }
}
