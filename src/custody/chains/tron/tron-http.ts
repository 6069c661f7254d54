import { z } from 'zod'
import { NodeError, parseExactly, TIMEOUT_MS } from '../../json-rpc.ts'

export interface TronHttp {
  post<Result>(path: string, body: object, result: z.ZodType<Result>): Promise<Result>
}

/** The form in which a node says that it could not read or do something. */
const Failure = z.object({ Error: z.string() })
const WORDS_MAX = 200

/** Calls a node over HTTP. The key of the vendor's account travels in a header, since addresses end in logs. */
export function openTronHttp(address: string, { key, timeoutMs = TIMEOUT_MS }: TronHttpOptions = {}): TronHttp {
  const base = address.replace(/\/+$/, '')
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'TRON-PRO-API-KEY': key }) }
  return {
    async post(path, body, schema) {
      const call = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) }
      const answer = await fetch(`${base}${path}`, call)
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error: unknown) => {
          throw new NodeError(`${path}: the node gave no answer (${error instanceof Error ? error.name : 'unknown'})`)
        })
      const json = parseExactly(answer.text)
      const failure = Failure.safeParse(json)
      if (failure.success) throw new NodeError(`${path}: ${failure.data.Error.slice(0, WORDS_MAX)}`)
      // A vendor's limits and its proxies answer by the status alone.
      if (answer.status !== 200) throw new NodeError(`${path}: the node answered ${answer.status}`)
      const read = schema.safeParse(json)
      if (!read.success) throw new NodeError(`${path}: the node gave an answer of another form`)
      return read.data
    },
  }
}

interface TronHttpOptions {
  readonly key?: string | undefined
  readonly timeoutMs?: number
}
