import { getDocument } from '#contract/documents.ts'
import { Rejected } from '#contract/rejected.ts'
import { Picture, type Route, route } from '../http/route.ts'
import type { Accounts } from './accounts.ts'
import { actorOf } from './actor.ts'
import { readDocument } from './documents.ts'

/** The photos of the caller's own documents. */
export function documentRoutes(accounts: Accounts): Route[] {
  return [
    route(getDocument, async (call) => {
      const { userId, ...viewer } = actorOf(call)
      const { name } = call.params
      const picture = await readDocument(accounts, { userId, name, viewer })
      return picture instanceof Rejected ? picture : new Picture({ bytes: picture, fileName: `${name}.jpg` })
    }),
  ]
}
