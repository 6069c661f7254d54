import { AsyncLocalStorage } from 'node:async_hooks'
import { WAIT_MS_MAX } from '../exchange/command-queue.ts'
import type { SubmitOptions } from '../exchange/exchange.ts'

interface PresentRequest {
  readonly id: string
  /** In milliseconds since 1970. */
  deadline: number | undefined
}

/** Shorter than our client waits for an answer (30 s): a command that is executed later would follow after its sender was told that nothing came of it. */
const EXECUTED_MS_MAX = 20_000

const requests = new AsyncLocalStorage<PresentRequest>()

/** Does the work of one request so that every log line on its way, down to the database, carries the request's id. */
export const inRequest = (id: string, work: () => void): void => requests.run({ id, deadline: undefined }, work)

/** The present request has arrived whole: from now on its commands must be executed soon or never. */
export function beginWork(): void {
  const request = requests.getStore()
  if (request) request.deadline = Date.now() + EXECUTED_MS_MAX
}

/** The options of a command of the present request, which is late once the request is. */
export function inTimeForRequest(options: SubmitOptions = {}): SubmitOptions {
  const deadline = requests.getStore()?.deadline
  if (deadline === undefined) return options
  return { ...options, deadline: Math.min(deadline, options.deadline ?? Date.now() + WAIT_MS_MAX) }
}

/** For the logger: the id of the present request, if there is one. */
export function requestFacts(): { requestId?: string } {
  const requestId = requests.getStore()?.id
  return requestId === undefined ? {} : { requestId }
}
