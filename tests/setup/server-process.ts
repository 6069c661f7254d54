import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSettings } from '#server/store/open-database.ts'
import { freePort } from './free-port.ts'

export interface ServerProcess {
  /** Without a slash at the end. */
  readonly url: string
  readonly pid: number
  /** The time from the start of the process to its first report of being ready. */
  readonly readyMs: number
  /** Stops as Ctrl-C does. @throws Error if it does not end well */
  stop(): Promise<void>
  /** Sends the signal of Ctrl-C without waiting. */
  interrupt(): void
  /** Sends SIGKILL: the process finishes nothing and writes nothing. */
  kill(): Promise<void>
  /** Suspends the process until it is resumed: SIGSTOP and SIGCONT. */
  pause(): void
  goOn(): void
  /** Resolves with the exit code once the process has ended by itself. */
  readonly ended: Promise<number | null>
}

/**
 * Quiet: no market maker, no generated past of the prices, hardly any price polling, no limit of calls, no gap between codes, markets that never
 * close, and a short wait for a writer that was killed.
 */
const QUIET = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  MARKET_MAKER: 'off',
  SANDBOX_TRADERS: 'off',
  SANDBOX_CANDLES: 'off',
  PRICE_POLL_MS: '3600000',
  REQUESTS_PER_MINUTE_MAX: '0',
  CODE_GAP_SECONDS: '0',
  GOLD_HOURS: 'always',
  WRITER_LEASE_MS: '600',
}

const ENCRYPTION_KEYS = `1:${Buffer.alloc(32, 1).toString('base64')}`

interface Manner {
  /** Another folder with code than the present one. */
  readonly folder?: string | undefined
  /** Called with all that it has written, whenever it writes. */
  readonly onSaid?: (words: string) => void
}

/** Starts the real server, `node src/server/main.ts` in the present folder or another, on a database and waits until it serves. */
export async function startServerProcess(
  { databaseUrl, dataDir }: DatabaseSettings,
  env: Readonly<Record<string, string>> = {},
  { folder, onSaid }: Manner = {},
): Promise<ServerProcess> {
  const port = await freePort()
  // With a database server the folder holds uploaded pictures alone.
  const ownFolder = dataDir === '' ? await mkdtemp(join(tmpdir(), 'kimia-files-')) : undefined
  const began = performance.now()
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    ...(folder !== undefined && { cwd: folder }),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...QUIET,
      PORT: String(port),
      DATA_DIR: ownFolder ?? dataDir,
      // A server that is started again has another folder, and opens what the one before has sealed.
      ...(ownFolder && { ENCRYPTION_KEYS }),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(server, 'exit')
  let words = ''
  server.stderr.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-4_000)
  })
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    server.kill(signal)
    await ended
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true })
  }
  const ready = new Promise<void>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(-4_000)
      onSaid?.(words)
      if (words.includes('Kimia is ready')) resolve()
    })
  })
  await Promise.race([ready, ended])
  if (server.exitCode !== null) throw new Error(`the server ended at once: ${words}`)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    readyMs: performance.now() - began,
    interrupt: () => void server.kill('SIGINT'),
    kill: () => end('SIGKILL'),
    pause: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    ended: ended.then(() => server.exitCode),
    stop: async () => {
      await end('SIGINT')
      if (server.exitCode !== 0) throw new Error(`the server ended with ${server.exitCode}: ${words}`)
    },
  }
}
