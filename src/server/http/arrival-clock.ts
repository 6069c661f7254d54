import type { IncomingMessage, Server } from 'node:http'

interface ArrivalClock {
  readonly start: () => void
  readonly stop: () => void
}

const clocks = new WeakMap<IncomingMessage, ArrivalClock>()

/**
 * Closes the connection of a request whose body has not arrived within this time. Node has one limit for all requests, but a form may have
 * to wait for its turn.
 */
export function limitArrival(server: Server, msMax: number): void {
  server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    const clock = clockOf(request, msMax)
    clocks.set(request, clock)
    clock.start()
    request.once('close', clock.stop)
  })
}

function clockOf(request: IncomingMessage, msMax: number): ArrivalClock {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      if (request.complete || request.destroyed) return
      timer = setTimeout(() => !request.complete && request.socket.destroy(), msMax).unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Hands over to the upload gate, which bounds the waiting, and its pace the reading. @returns a function that restarts the clock, for the
 * rest of a refused body
 */
export function stopArrivalClock(request: IncomingMessage): () => void {
  const clock = clocks.get(request)
  clock?.stop()
  return () => clock?.start()
}
