import * as contract from '#contract/operations.ts'
import { Rejected } from '#contract/rejected.ts'
import { addressOf } from '../accounts/limits.ts'
import { logInOperator, proveOperator } from '../accounts/operators/log-in-operator.ts'
import { beginSetUp, confirmSetUp, finishSetUp } from '../accounts/operators/set-up-operator.ts'
import { type Route, route } from '../http/route.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { readOperators, saveDuty } from '../store/accounts/operators.ts'
import { auditRoutes } from './audit/routes.ts'
import { broadcastRoutes } from './broadcasts/send-broadcast.ts'
import type { ConsoleServices } from './console-services.ts'
import { contentRoomRoutes } from './content/routes.ts'
import { CustodyWatch } from './custody/read-custody.ts'
import { custodyRoutes } from './custody/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { liabilityRoomRoutes } from './liabilities.ts'
import { marketRoutes } from './markets/routes.ts'
import { processRoutes } from './overview/processes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { reportRoutes } from './reports/export-report.ts'
import { restoreRoutes } from './restore.ts'
import { settingsRoutes } from './settings/routes.ts'
import { statementRoutes } from './statement/statement.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { userHistoryRoutes, userRoutes } from './user-routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/** The routes of the operators' console. */
export function consoleRoutes(services: ConsoleServices): Route[] {
  const custody = new CustodyWatch(services)
  return [
    ...sessionRoutes(services),
    ...overviewRoutes(services, custody),
    ...processRoutes(services),
    ...userRoutes(services),
    ...userHistoryRoutes(services),
    ...identityRoutes(services),
    ...marketRoutes(services),
    ...contentRoomRoutes(services),
    ...proposalRoutes(services),
    ...payoutRoutes(services),
    ...custodyRoutes(services, custody),
    ...settingsRoutes(services),
    ...reportRoutes(services),
    ...restoreRoutes(services, custody),
    ...liabilityRoomRoutes(services),
    ...statementRoutes(services),
    ...broadcastRoutes(services),
    ...auditRoutes(services),
    ...ticketRoutes(services),
    ...withdrawalRoutes(services),
    ...deliveryRoutes(services),
  ]
}

function sessionRoutes(services: ConsoleServices): Route[] {
  return [
    route(contract.operatorLogin, async (call) => {
      const opened = await logInOperator(services, call.body, call)
      if (opened instanceof Rejected) return opened
      call.operatorSession.open(opened.token)
      return { token: call.fromOurClient ? null : opened.token }
    }),
    route(contract.beginSetUp, (call) => beginSetUp(services.accounts, call.body, call)),
    route(contract.finishSetUp, async (call) => {
      const keys = await finishSetUp(services.accounts, call.body, call)
      if (keys instanceof Rejected) return keys
      return { baseDTO: { password: keys.password, secret: keys.secret, qrCodeLink: keys.link } }
    }),
    route(contract.confirmSetUp, async (call) => (await confirmSetUp(services.accounts, call.body, call)) ?? {}),
    route(contract.operatorLogout, async (call) => {
      await services.operatorSessions.end(call.caller.sessionId)
      call.operatorSession.end()
      return {}
    }),
    route(
      contract.proveOperator,
      async (call) => (await proveOperator(services.accounts, { ...call.caller, ...call.body }, call)) ?? {},
    ),
    route(contract.getDuty, async ({ caller }) => {
      const operators = await readOperators(services.accounts.database)
      const onDuty = operators.filter((operator) => operator.onDuty && !operator.isFrozen)
      return {
        baseDTO: {
          onDuty: onDuty.some(({ id }) => id === caller.operatorId),
          others: onDuty.flatMap(({ id, name }) => (id === caller.operatorId ? [] : [name])),
        },
      }
    }),
    route(contract.setDuty, async ({ caller: { operatorId }, body: { onDuty }, ip, userAgent: device }) => {
      const { database, now } = services.accounts
      await database.transaction(async (tx) => {
        if (!(await saveDuty(tx, { userId: operatorId, onDuty }))) return
        const event = { at: now(), kind: 'DUTY_CHANGED', userId: operatorId, operatorId, details: { onDuty } }
        await recordEvent(tx, { ...event, ip: addressOf(ip), device })
      })
      return {}
    }),
    route(contract.getOperator, ({ caller }) => ({
      baseDTO: {
        id: String(caller.operatorId),
        name: caller.name,
        roles: [...caller.roles],
        expiresAt: caller.expiresAt.toISOString(),
      },
    })),
  ]
}
