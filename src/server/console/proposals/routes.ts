import {
  approveProposal as approveEndpoint,
  getOperators,
  getProposals,
  proposeSupervisorsEnd as proposeEndEndpoint,
  proposeSupervisor as proposeEndpoint,
  proposeOperator as proposeOperatorEndpoint,
  proposeRemoval as proposeRemovalEndpoint,
  proposeRoles as proposeRolesEndpoint,
  refuseProposal as refuseEndpoint,
} from '#contract/operations-proposals.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../../http/route.ts'
import { readOperators } from '../../store/accounts/operators.ts'
import { actOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readId } from '../read-id.ts'
import { approveProposal, refuseProposal } from './decide-proposal.ts'
import { proposeSupervisorsEnd } from './end-supervisor.ts'
import { listProposals } from './list-proposals.ts'
import { proposeOperator } from './propose-operator.ts'
import { proposeRemoval } from './propose-removal.ts'
import { proposeRoles } from './propose-roles.ts'
import { proposeSupervisor } from './propose-supervisor.ts'

const deciding = (call: Parameters<typeof actOf>[0]) => ({ ...actOf(call), roles: call.caller.roles })

/** What takes two operators. */
export function proposalRoutes(services: ConsoleServices): Route[] {
  const { database, now } = services.accounts
  return [
    route(proposeEndpoint, async (call) => {
      const asked = { userId: readId(call.params.id), credit: call.body.credit }
      const proposed = await proposeSupervisor(services, asked, actOf(call))
      return proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
    }),
    route(proposeOperatorEndpoint, async (call) => {
      const proposed = await proposeOperator(services, call.body, actOf(call))
      return proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
    }),
    route(proposeRolesEndpoint, async (call) => {
      const asked = { operatorId: readId(call.params.id), roles: call.body.roles }
      const proposed = await proposeRoles(services, asked, actOf(call))
      return proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
    }),
    route(proposeRemovalEndpoint, async (call) => {
      const proposed = await proposeRemoval(services, { operatorId: readId(call.params.id) }, actOf(call))
      return proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
    }),
    route(proposeEndEndpoint, async (call) => {
      const proposed = await proposeSupervisorsEnd(services, { userId: readId(call.params.id) }, actOf(call))
      return proposed instanceof Rejected ? proposed : { baseDTO: { id: String(proposed.id) } }
    }),
    route(getOperators, async ({ caller }) => ({
      content: (await readOperators(database)).map(({ id, mobile, roles, ...operator }) => ({
        ...operator,
        id: String(id),
        mobileNumber: mobile,
        roles: [...roles],
        isOwn: id === caller.operatorId,
      })),
    })),
    route(getProposals, ({ caller, query }) =>
      listProposals(database, { before: query.before, operatorId: caller.operatorId, at: now() }),
    ),
    route(
      approveEndpoint,
      async (call) => (await approveProposal(services, readId(call.params.id), deciding(call))) ?? {},
    ),
    route(
      refuseEndpoint,
      async (call) => (await refuseProposal(services, readId(call.params.id), deciding(call))) ?? {},
    ),
  ]
}
