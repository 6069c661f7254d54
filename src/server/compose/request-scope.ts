import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string>()

/** Does the work of one request: whatever is logged on its way, down to the database, carries the request's id. */
export const inRequest = (id: string, work: () => void): void => ids.run(id, work)

/** For the logger: the id of the request that is being answered, where one is. */
export function requestFacts(): { requestId?: string } {
  const requestId = ids.getStore()
  return requestId === undefined ? {} : { requestId }
}
