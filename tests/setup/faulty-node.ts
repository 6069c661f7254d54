import type { IncomingMessage } from 'node:http'
import { listenOnLoopback } from './loopback-server.ts'

/** The fate of a call: it goes through; its answer, or the call itself, is lost; or a made-up answer comes instead. */
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
  close(): Promise<void>
}

/** Stands in front of a real node and loses what it is told to. */
export async function startFaultyNode(node: string): Promise<FaultyNode> {
  const { url: real, credentials } = splitCredentials(node)
  const server = await listenOnLoopback(async (request, response) => {
    const body = await textOf(request)
    const { method, params }: { method: string; params: unknown[] } = JSON.parse(body)
    const fault = await faulty.onCall(method, params)
    if (fault === 'lose the call') return void response.destroy()
    if (typeof fault === 'object') return void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...fault }))
    const headers = { 'content-type': 'application/json', ...credentials }
    const answer = await fetch(real, { method: 'POST', headers, body }).then((each) => each.text())
    await faulty.onAnswer(method)
    if (fault === 'lose the answer') return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(answer)
  })
  const faulty: FaultyNode = {
    url: server.url,
    onCall: () => undefined,
    onAnswer: () => undefined,
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
