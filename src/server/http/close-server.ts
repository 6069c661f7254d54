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
