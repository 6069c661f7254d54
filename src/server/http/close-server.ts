import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 50

/**
 * Stops listening, lets requests that are under way finish, and closes every connection as soon as it is idle. By itself a server
 * closes only the connections that are idle when the closing begins: one that was answered a moment later would delay it by a minute.
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
 * Follows the connections that browsers open ahead and that have sent no request yet. Node does not count them as idle, and a closing
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
