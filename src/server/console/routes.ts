import { getOperator, operatorLogin, operatorLogout } from '#contract/operations.ts'
import { Rejected } from '#contract/rejected.ts'
import { logInOperator } from '../accounts/operators/log-in-operator.ts'
import { type Route, route } from '../http/route.ts'
import { auditRoutes } from './audit/routes.ts'
import type { ConsoleServices } from './console-services.ts'
import { identityRoutes } from './identities/routes.ts'
import { marketRoutes } from './markets/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { userRoutes } from './user-routes.ts'

/** The rooms of the operators. */
export function consoleRoutes(services: ConsoleServices): Route[] {
  return [
    ...sessionRoutes(services),
    ...userRoutes(services),
    ...identityRoutes(services),
    ...marketRoutes(services),
    ...proposalRoutes(services),
    ...auditRoutes(services),
  ]
}

function sessionRoutes(services: ConsoleServices): Route[] {
  return [
    route(operatorLogin, async (call) => {
      const opened = await logInOperator(services, call.body, call)
      if (opened instanceof Rejected) return opened
      call.operatorSession.open(opened.token)
      return { token: opened.token }
    }),
    route(operatorLogout, async (call) => {
      await services.operatorSessions.end(call.caller.sessionId)
      call.operatorSession.end()
      return {}
    }),
    route(getOperator, ({ caller }) => ({
      baseDTO: { id: String(caller.operatorId), name: caller.name, expiresAt: caller.expiresAt.toISOString() },
    })),
  ]
}
