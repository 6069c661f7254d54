import type { Readable, Writable } from 'node:stream'
import { type CustodyAnswer, CustodyRequest, REQUEST_BYTES_MAX, SENDING_METHODS } from '#contract/custody.ts'
import { Refused, refused } from './refused.ts'

interface Serving {
  readonly input: Readable
  readonly output: Writable
  /** Whether a caller with this token may have coins sent. */
  readonly maySend: (token: string | undefined) => boolean
  readonly answer: (request: Omit<CustodyRequest, 'id' | 'token'>) => Promise<unknown>
  readonly onFault: (error: unknown, method: string) => void
}

/** Answers each line of a stream of JSON lines, until it ends or sends a line that is too long. Resolves at its end. */
export async function serveLines({ input, output, maySend, answer, onFault }: Serving): Promise<void> {
  let rest = ''
  input.setEncoding('utf8')
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) void respond(line)
    if (rest.length > REQUEST_BYTES_MAX) return
  }

  async function respond(line: string): Promise<void> {
    if (line.trim() === '') return
    const request = CustodyRequest.safeParse(parseJson(line))
    const reply = request.success ? await replyTo(request.data) : UNREADABLE
    if (output.writable) output.write(`${JSON.stringify(reply)}\n`)
  }

  async function replyTo({ id, token, fence, ...asked }: CustodyRequest) {
    const isTrusted = maySend(token)
    // A caller that only asks would shut the jobs out by a fence of its own.
    const request = isTrusted ? { ...asked, fence } : asked
    try {
      const isAllowed = isTrusted || !SENDING_METHODS.has(asked.method)
      const result = isAllowed ? await answer(request) : refused('NOT_ALLOWED')
      return result instanceof Refused ? refusal(id, result) : ({ id, ok: true, result } satisfies CustodyAnswer)
    } catch (error) {
      onFault(error, request.method)
      return refusal(id, { code: 'CUSTODY_FAILED' })
    }
  }
}

const UNREADABLE: CustodyAnswer = { id: null, ok: false, code: 'BAD_REQUEST', reason: 'not a line of the protocol' }

const refusal = (id: number | string, { code, reason }: Pick<Refused, 'code'> & { reason?: string | undefined }) =>
  ({ id, ok: false, code, ...(reason !== undefined && { reason }) }) satisfies CustodyAnswer

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
