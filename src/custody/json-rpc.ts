import type { z } from 'zod'

/** The node is away, late or unreadable: whether it took anything is unknown. Its address stays out of the sentence, since it may hold a key. */
export class NodeError extends Error {}

/** The node answered that it does not do this. */
export class NodeRefusal extends NodeError {
  readonly code: number

  constructor(method: string, { code, message }: { code: number; message: string }) {
    super(`${method}: ${message}`)
    this.code = code
  }
}

export interface Rpc {
  call<Result>(method: string, params: readonly unknown[], result: z.ZodType<Result>): Promise<Result>
}

export const TIMEOUT_MS = 10_000

/** A JSON-RPC client of an EVM node or of one of Bitcoin's family. A user and password in the address become a header. */
export function openRpc(address: string, timeoutMs = TIMEOUT_MS): Rpc {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers = {
    'content-type': 'application/json',
    ...(username !== '' && { authorization: `Basic ${credentials}` }),
  }
  return {
    async call(method, params, result) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const text = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
        .then((response) => response.text())
        .catch((error: unknown) => {
          throw new NodeError(`${method}: the node gave no answer (${error instanceof Error ? error.name : 'unknown'})`)
        })
      return readAnswer(method, text, result)
    },
  }
}

function readAnswer<Result>(method: string, text: string, schema: z.ZodType<Result>): Result {
  const { error, result } = readEnvelope(text)
  if (error) throw new NodeRefusal(method, { code: error.code ?? 0, message: error.message ?? '' })
  const read = schema.safeParse(result)
  if (!read.success) throw new NodeError(`${method}: the node gave an answer of another form`)
  return read.data
}

const readEnvelope = (text: string): Answer => Object(parseExactly(text))

interface Answer {
  readonly error?: { readonly code?: number; readonly message?: string } | null
  readonly result?: unknown
}

const SMALL_WHOLE = /^-?\d{1,15}$/

/** Reads JSON. Numbers that are not small and whole stay text, as the node wrote them: no amount passes through floating point. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, (...[, value, context]: [string, unknown, { source?: string }?]) =>
      typeof value === 'number' && !SMALL_WHOLE.test(context?.source ?? '') ? context?.source : value,
    )
  } catch {
    return undefined
  }
}
