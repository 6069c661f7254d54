import * as contract from '#contract/operations-proposals.ts'
import { readId } from '#domain/counts.ts'
import { type Route, route } from '../../http/route.ts'
import { readOperators } from '../../store/accounts/operators.ts'
import { readOpenProposals } from '../../store/accounts/proposals.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { type LookCall, recordListLook } from '../record-look.ts'
import { approveProposal, refuseProposal } from './decide-proposal.ts'
import { listProposals } from './list-proposals.ts'
import { proposeAccess, proposeOperator, proposeRemoval, proposeRoles, stopOperator } from './operators.ts'
import { idOfProposed } from './proposal.ts'
import { proposeSupervisor, proposeSupervisorsEnd } from './supervisors.ts'

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
