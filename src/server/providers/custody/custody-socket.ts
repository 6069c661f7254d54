import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { CUSTODY_RESULTS, CustodyAnswer, type CustodyMethod, type CustodyRequest } from '#contract/custody.ts'
import type { CustodyClient, CustodyReply } from './custody.ts'

export interface CustodySocketSettings {
  /** The path of custody's socket. */
  readonly path: string
  readonly timeoutMs: number
  /** The token of sending; absent in a process that only asks. */
  readonly token?: string | undefined
}

interface Connection {
  readonly socket: Socket
  readonly waiting: Map<number, (answer: CustodyAnswer | undefined) => void>
}

/** Speaks custody's protocol over its socket: a line for each question, and answers in any order. Connects when it is asked, and again after a break. */
export function createCustodySocket({ path, timeoutMs, token }: CustodySocketSettings): CustodyClient {
  let connection: Connection | undefined
  let last = 0

  function open(): Connection {
    if (connection) return connection
    const socket = connect(path)
    const opened: Connection = { socket, waiting: new Map() }
    const end = () => {
      if (connection === opened) connection = undefined
      for (const answer of opened.waiting.values()) answer(undefined)
      opened.waiting.clear()
      socket.destroy()
    }
    socket.on('error', end)
    socket.on('close', end)
    const lines = createInterface({ input: socket })
    // The reader passes on the errors of its socket.
    lines.on('error', end)
    lines.on('line', (line) => {
      const answer = CustodyAnswer.safeParse(parseJson(line))
      if (!answer.success || typeof answer.data.id !== 'number') return
      opened.waiting.get(answer.data.id)?.(answer.data)
      opened.waiting.delete(answer.data.id)
    })
    connection = opened
    return opened
  }

  async function exchange(asked: Omit<CustodyRequest, 'id'>): Promise<CustodyAnswer | undefined> {
    const { socket, waiting } = open()
    last += 1
    const id = last
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), timeoutMs)
      const settle = (answer: CustodyAnswer | undefined) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      }
      waiting.set(id, settle)
      socket.write(`${JSON.stringify({ id, ...asked, token })}\n`)
    })
  }

  return {
    async ask(method, params, fence) {
      const answer = await exchange({ method, params, fence })
      return readReply(method, answer)
    },
    close: () => connection?.socket.destroy(),
  }
}

function readReply<Method extends CustodyMethod>(
  method: Method,
  answer: CustodyAnswer | undefined,
): CustodyReply<Method> {
  if (!answer) return { kind: 'unavailable' }
  if (!answer.ok) return { kind: 'refused', code: answer.code, ...(answer.reason && { reason: answer.reason }) }
  const result = CUSTODY_RESULTS[method].safeParse(answer.result)
  return result.success ? { kind: 'answered', result: result.data as never } : { kind: 'unavailable' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
