import { searchUsers as searchUsersEndpoint } from '#contract/operations.ts'
import {
  deleteUserDocuments as deleteDocumentsEndpoint,
  endUserSessions as endSessionsEndpoint,
  freezeUser as freezeEndpoint,
  getUser,
  setUserLevel as setLevelEndpoint,
  unfreezeUser as unfreezeEndpoint,
} from '#contract/operations-users.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../http/route.ts'
import { actOf } from './act.ts'
import { deleteUserDocuments, endUserSessions, freezeUser, setUserLevel, unfreezeUser } from './change-user.ts'
import type { ConsoleServices } from './console-services.ts'
import { readId } from './read-id.ts'
import { readUser } from './read-user.ts'
import { searchUsers } from './search-users.ts'
import { userRowOnWire } from './user-on-wire.ts'

/** The room of the customers. */
export function userRoutes(services: ConsoleServices): Route[] {
  const { accounts } = services
  return [
    route(searchUsersEndpoint, async ({ body }) => {
      const { search, before, state = 'ALL' } = body
      const asked = { search, before, state: state === 'ALL' ? undefined : state, at: accounts.now() }
      const { rows, next } = await searchUsers(accounts.database, asked)
      return { content: rows.map(userRowOnWire), ...(next === undefined ? {} : { next }) }
    }),
    route(getUser, async ({ params }) => {
      const user = await readUser(services, readId(params.id))
      return user instanceof Rejected ? user : { baseDTO: user }
    }),
    route(freezeEndpoint, async (call) => (await freezeUser(accounts, readId(call.params.id), actOf(call))) ?? {}),
    route(unfreezeEndpoint, async (call) => (await unfreezeUser(accounts, readId(call.params.id), actOf(call))) ?? {}),
    route(endSessionsEndpoint, async (call) => {
      const { sessionId } = call.body
      const named = sessionId === undefined ? undefined : readId(sessionId)
      const ended = await endUserSessions(accounts, { userId: readId(call.params.id), sessionId: named }, actOf(call))
      return ended ?? {}
    }),
    route(deleteDocumentsEndpoint, async (call) => {
      return (await deleteUserDocuments(accounts, readId(call.params.id), actOf(call))) ?? {}
    }),
    route(setLevelEndpoint, async (call) => {
      const { level } = call.body
      return (await setUserLevel(accounts, { userId: readId(call.params.id), level }, actOf(call))) ?? {}
    }),
  ]
}
