import type { IncomingMessage } from 'node:http'
import { listenOnLoopback } from './loopback-server.ts'

/**
 * The fate of a call: it goes through; its answer, or the call itself, is lost; or a made-up answer comes instead. Of a node that has a path
 * for each call, the path is the method, and its body the first parameter.
 */
export type Fault =
  | 'lose the call'
  | 'lose the answer'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | undefined

export interface FaultyNode {
  readonly url: string
  /** Decides on each call. Whatever it awaits happens first. */
  onCall: (method: string, params: readonly unknown[]) => Promise<Fault> | Fault
  /** Called once the node has answered, before the answer is passed on or lost. */
  onAnswer: (method: string) => Promise<void> | void
  /** From now on every call goes through. */
  mend(): void
  close(): Promise<void>
}

/** Stands in front of a real node and loses what it is told to. */
export async function startFaultyNode(node: string): Promise<FaultyNode> {
  const { url: real, credentials } = splitCredentials(node)
  const server = await listenOnLoopback(async (request, response) => {
    const body = await textOf(request)
    const json: { method?: string; params?: unknown[] } = JSON.parse(body)
    const { method = request.url ?? '', params = [json] } = json
    const fault = await faulty.onCall(method, params)
    if (fault === 'lose the call') return void response.destroy()
    if (typeof fault === 'object') {
      const envelope = { jsonrpc: '2.0', id: 1, ...fault }
      return void response.end(JSON.stringify('result' in fault && !json.method ? fault.result : envelope))
    }
    const headers = { 'content-type': 'application/json', ...credentials }
    const url = json.method ? real : new URL(method, real)
    const answer = await fetch(url, { method: 'POST', headers, body }).then((each) => each.text())
    await faulty.onAnswer(method)
    if (fault === 'lose the answer') return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  })
  const faulty: FaultyNode = {
    url: server.url,
    onCall: () => undefined,
    onAnswer: () => undefined,
    mend() {
      faulty.onCall = () => undefined
      faulty.onAnswer = () => undefined
    },
    close: server.close,
  }
  return faulty
}

function splitCredentials(address: string): { url: string; credentials: Record<string, string> } {
  const url = new URL(address)
  const pair = `${url.username}:${url.password}`
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    credentials: pair === ':' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
