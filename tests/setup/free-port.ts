import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the system gave no port'))
        else resolve(address.port)
      })
    })
  })
}
