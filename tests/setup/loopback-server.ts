import { createServer, type RequestListener } from 'node:http'
import { freePort } from './free-port.ts'

/** A bare HTTP server on 127.0.0.1 that answers as a broken vendor would. */
export async function listenOnLoopback(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener)
  const port = await freePort()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
