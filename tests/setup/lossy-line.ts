import { once } from 'node:events'
import { request as ask } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from './loopback-server.ts'

/** The fate of a command's call on its way to the writer. */
export type Loss = 'lose the call' | 'lose the answer' | undefined

export interface LossyLine {
  readonly url: string
  /** Decides on each call of commands. */
  onCall: () => Loss
  close(): Promise<void>
}

/** Stands in front of a writer and loses calls of commands, or their answers, as it is told to. */
export async function startLossyLine(writer: string): Promise<LossyLine> {
  const server = await listenOnLoopback(async (request, response) => {
    const { method, url = '/', headers } = request
    const loss = method === 'POST' ? line.onCall() : undefined
    if (loss === 'lose the call') return void response.destroy()
    const onward = ask(new URL(url, writer), { method, headers, agent: false })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
    const [answer] = await once(onward, 'response').catch(() => [])
    if (!answer) return void response.destroy()
    if (loss === 'lose the answer') {
      await buffer(answer)
      return void response.destroy()
    }
    response.writeHead(answer.statusCode, answer.headers)
    answer.on('error', () => response.destroy()).pipe(response)
  })
  const line: LossyLine = { url: server.url, onCall: () => undefined, close: server.close }
  return line
}
