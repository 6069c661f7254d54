import { readFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface BuildServer {
  readonly url: string
  /** Changes the worker's script, as a deployment does. */
  readonly deploy: () => void
  readonly close: () => Promise<void>
}

/**
 * The built client on its own port, in front of the real API: a test can deploy a new version or
 * take the server away without disturbing the other tests.
 */
export async function startBuildServer({ apiUrl }: { readonly apiUrl: string }): Promise<BuildServer> {
  let version = 1
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://build').pathname
    if (/^\/(?:api|udf|sandbox)(?:\/|$)/.test(path)) {
      const passed = forward(
        new URL(request.url ?? '/', apiUrl),
        {
          method: request.method ?? 'GET',
          headers: { ...request.headers, host: new URL(apiUrl).host, origin: apiUrl },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      passed.on('error', () => response.destroy())
      request.pipe(passed)
      return
    }
    readBuilt(path).then(
      ({ bytes, type }) => {
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
        response.end(path === '/sw.js' ? `${bytes.toString()}\n// version ${version}` : bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the system gave no port'))
      else resolve(address.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    deploy() {
      version += 1
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBuilt(path: string): Promise<{ bytes: Buffer; type: string }> {
  const name = extname(path) === '' ? 'index.html' : normalize(path)
  return { bytes: await readFile(join(DIST, name)), type: TYPES[extname(name)] ?? 'application/octet-stream' }
}
