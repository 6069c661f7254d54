import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Stops listening, lets requests in progress finish, and closes every connection once it is idle. A server by itself closes only the
 * connections that are idle at that moment: one that is answered a little later would delay the end by a minute.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS)
  try {
    await server.close()
  } finally {
    clearInterval(sweep)
  }
}

/**
 * Tracks the connections that browsers open in advance and that have sent no request yet. Node does not count them as idle, and a closing
 * server would wait for their timeout. @returns the function that closes them
 */
export function followUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    for (const socket of unused) socket.destroy()
  }
}
