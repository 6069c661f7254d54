import type { Server } from 'node:http'
import type { Socket } from 'node:net'

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
