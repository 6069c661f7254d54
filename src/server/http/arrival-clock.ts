import type { IncomingMessage, Server } from 'node:http'

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes the connection of a request whose body has not arrived within this time. Node has one time for all requests, and a form may have to wait for its turn. */
export function limitArrival(server: Server, msMax: number): void {
  server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    const clock = setTimeout(() => !request.complete && request.socket.destroy(), msMax).unref()
    clocks.set(request, clock)
    request.once('close', () => clearTimeout(clock))
  })
}

/** The upload gate takes over: it bounds the waiting, and its pace the reading. */
export function endArrivalClock(request: IncomingMessage): void {
  clearTimeout(clocks.get(request))
}
