import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string>()

/** Does the work of one request so that every log line on its way, down to the database, carries the request's id. */
export const inRequest = (id: string, work: () => void): void => ids.run(id, work)

/** For the logger: the id of the present request, if there is one. */
export function requestFacts(): { requestId?: string } {
  const requestId = ids.getStore()
  return requestId === undefined ? {} : { requestId }
}
