import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Stops listening, lets requests that are under way finish, and closes every connection as soon as it is idle. By itself a server
 * closes only those that are idle when the closing begins: one whose answer came a moment later kept it waiting for a minute.
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
 * Follows the connections that were opened ahead, as browsers do, and have asked nothing yet. Node does not count them as idle, and a
 * server that closes would wait for them until their time is up. Returns how to cut them off.
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
