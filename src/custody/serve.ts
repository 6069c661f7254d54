import type { Readable, Writable } from 'node:stream'
import { type CustodyAnswer, CustodyRequest, REQUEST_BYTES_MAX } from '#contract/custody.ts'
import { Refused } from './refused.ts'

interface Serving {
  readonly input: Readable
  readonly output: Writable
  readonly answer: (request: Omit<CustodyRequest, 'id'>) => Promise<unknown>
  readonly onFault: (error: unknown, method: string) => void
}

/** Answers each line of a stream of JSON lines, until it ends or sends a line that is too long. Resolves at its end. */
export async function serveLines({ input, output, answer, onFault }: Serving): Promise<void> {
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

  async function replyTo({ id, ...request }: CustodyRequest) {
    try {
      const result = await answer(request)
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
