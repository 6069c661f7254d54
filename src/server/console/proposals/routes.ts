import type * as z from 'zod/mini'
import * as contract from '#contract/operations-proposals.ts'
import { readId } from '#domain/counts.ts'
import type { OperatorRole } from '#domain/operator-rights.ts'
import { type Route, route } from '../../http/route.ts'
import { readOperators } from '../../store/accounts/operators.ts'
import { type ListedProposal, readOpenProposals, readProposals } from '../../store/accounts/proposals.ts'
import { countReceivers } from '../../store/console/broadcasts.ts'
import type { Queryable } from '../../store/database.ts'
import { cutPage } from '../../store/page.ts'
import { actOf } from '../act.ts'
import { readBroadcastPayload, receiversOf } from '../broadcasts/send-broadcast.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type LookCall, recordListLook } from '../record-look.ts'
import { maskedFor } from '../user-on-wire.ts'
import { approveProposal, refusalOfDecision, refuseProposal } from './decide-proposal.ts'
import {
  proposeAccess,
  proposeOperator,
  proposeRemoval,
  proposeRoles,
  readOperatorPayload,
  readRolesPayload,
  stopOperator,
} from './operators.ts'
import { idOfProposed } from './proposal.ts'
import { changesOf } from './setting.ts'
import { proposeSupervisor, proposeSupervisorsEnd, readSupervisorPayload } from './supervisors.ts'

const deciding = (call: Parameters<typeof actOf>[0] & Pick<LookCall, 'caller'>) => ({
  ...actOf(call),
  roles: call.caller.roles,
})

/** The routes of the actions that take two operators. */
export function proposalRoutes(services: ConsoleServices): Route[] {
  const { database, now } = services.accounts
  return [
    route(contract.proposeSupervisor, async (call) => {
      const asked = { userId: readId(call.params.id), credit: call.body.credit }
      return idOfProposed(await proposeSupervisor(services, asked, actOf(call)))
    }),
    route(contract.proposeOperator, async (call) => {
      return idOfProposed(await proposeOperator(services, call.body, actOf(call)))
    }),
    route(contract.proposeRoles, async (call) => {
      const asked = { operatorId: readId(call.params.id), roles: call.body.roles }
      return idOfProposed(await proposeRoles(services, asked, actOf(call)))
    }),
    route(contract.proposeRemoval, async (call) => {
      return idOfProposed(await proposeRemoval(services, { operatorId: readId(call.params.id) }, actOf(call)))
    }),
    route(contract.proposeSupervisorsEnd, async (call) => {
      return idOfProposed(await proposeSupervisorsEnd(services, { userId: readId(call.params.id) }, actOf(call)))
    }),
    route(
      contract.stopOperator,
      async (call) => (await stopOperator(services, readId(call.params.id), actOf(call))) ?? {},
    ),
    route(contract.proposeLettingIn, async (call) => {
      const asked = { operatorId: readId(call.params.id), kind: 'LET_OPERATOR_IN' } as const
      return idOfProposed(await proposeAccess(services, asked, actOf(call)))
    }),
    route(contract.proposeNewKeys, async (call) => {
      const asked = { operatorId: readId(call.params.id), kind: 'RENEW_OPERATOR_KEYS' } as const
      return idOfProposed(await proposeAccess(services, asked, actOf(call)))
    }),
    route(contract.getOperators, async ({ caller }) => ({
      content: (await readOperators(database)).map(({ id, mobile, roles, lastSignInAt, ...operator }) => ({
        ...operator,
        id: String(id),
        mobileNumber: mobile,
        roles: [...roles],
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
        isOwn: id === caller.operatorId,
      })),
    })),
    route(contract.getProposals, async (call) => {
      const { before } = call.query
      const { operatorId, roles } = call.caller
      const listed = await listProposals(database, { before, operatorId, roles, at: now() })
      const look = { list: 'PROPOSALS', page: [before ?? ''], rows: listed.content.length } as const
      return (await recordListLook(services, look, call)) ?? listed
    }),
    route(contract.getOpenProposals, async ({ caller }) => ({
      content: (await readOpenProposals(database, now())).map((open) => ({
        id: String(open.id),
        kind: open.kind,
        subject: open.subject ?? null,
        userId: open.userId === undefined ? null : String(open.userId),
        proposedBy: open.proposer,
        isOwn: open.proposedBy === caller.operatorId,
        proposedAt: open.proposedAt.toISOString(),
      })),
    })),
    route(contract.approveProposal, (call) => approveProposal(services, readId(call.params.id), deciding(call))),
    route(
      contract.refuseProposal,
      async (call) => (await refuseProposal(services, readId(call.params.id), deciding(call))) ?? {},
    ),
  ]
}

const ROWS = 20

interface Viewer {
  readonly operatorId: number
  readonly roles: readonly OperatorRole[]
  readonly at: Date
}

/** The proposals, newest first, as the calling operator sees them. */
async function listProposals(
  database: Queryable,
  { before, at, ...viewer }: Viewer & { before: string | undefined },
): Promise<{ content: z.input<typeof contract.ProposalRow>[]; next?: string }> {
  const found = await readProposals(database, { before: before || undefined, rowsMax: ROWS + 1 })
  const { rows, ...more } = cutPage(found, ROWS, ({ id }) => id)
  const content: z.input<typeof contract.ProposalRow>[] = []
  for (const row of rows)
    content.push({ ...rowOnWire(row, { ...viewer, at }), broadcast: await broadcastOf(database, row, at) })
  return { content, ...more }
}

function stateOf(
  { decision, decidedAt, decidedBy, proposedBy, expiresAt }: ListedProposal,
  at: Date,
): z.input<typeof contract.ProposalRow>['state'] {
  // A proposal that made room for another is closed only after its time.
  if (decision === undefined || (decision === 'REFUSED' && decidedAt !== undefined && decidedAt >= expiresAt))
    return decision === undefined && expiresAt > at ? 'OPEN' : 'EXPIRED'
  return decision === 'REFUSED' && decidedBy?.id === proposedBy.id ? 'WITHDRAWN' : decision
}

function rowOnWire(
  row: ListedProposal,
  { operatorId, roles, at }: Viewer,
): Omit<z.input<typeof contract.ProposalRow>, 'broadcast'> {
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
  ...[
    'SWITCH_MAKER_ON',
    'SET_HOLIDAY',
    'SET_LEVEL',
    'PUBLISH_TEXT',
    'VERIFY_CARD',
    'SEND_PAYOUTS',
    'CHANGE_WITHDRAWAL_RULES',
    'BOOK_OWN_TRANSFER',
    'BOOK_COLD_PAYMENT',
    'CHANGE_DELIVERY_RULES',
    'SET_DELIVERY_BRANCH',
    'CONFIRM_RESTORE',
    'BOOK_LOST_PAYMENT',
  ],
]

function changesOnWire({ kind, payload }: ListedProposal): z.input<typeof contract.ProposalRow>['changes'] {
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
): Promise<z.input<typeof contract.ProposalRow>['broadcast']> {
  if (row.kind !== 'BROADCAST') return null
  const { receiverFilter, messages } = readBroadcastPayload(row.payload)
  const isOpen = stateOf(row, at) === 'OPEN'
  return {
    receiverFilter,
    messages,
    receivers: isOpen ? await countReceivers(database, receiversOf(receiverFilter)) : null,
  }
}
