import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { scratch } from './scratch.ts'

const run = promisify(execFile)
const START_MS_MAX = 30_000
const RESTARTS_MAX = 100
const USER = 'kimia'

/** Fast without durability, for tests that do not cut the power. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC']

export type PostgresServer = { url: string; stop: () => Promise<void> }

/** A cluster that the tests started and may kill. */
export interface OwnPostgresServer extends PostgresServer {
  /** Sends SIGKILL and starts a recovery; resolves once it serves again. */
  killAndRestart(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL cluster on a free port of 127.0.0.1, in a new folder that `stop` deletes.
 * `binaries` comes from `findPostgres`. With `durable` it syncs to a disk as a real one does. Throws the server's own message.
 */
export async function startPostgresServer(options: {
  binaries: string
  durable?: boolean
  settings?: readonly string[]
}): Promise<OwnPostgresServer> {
  const owner = await ownerOfCluster()
  const folder = await mkdtemp(join(options.durable ? tmpdir() : scratch(), 'kimia-postgres-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    if (owner) await chown(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    const init = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
    await run(join(options.binaries, 'initdb'), init, { ...owner, cwd: folder })
    return await serveCluster({ ...options, data, folder })
  } catch (error) {
    await remove()
    throw error
  }
}

/** Serves a cluster whose files exist. `stop` deletes the whole folder. Throws the server's own message, and then deletes nothing. */
export async function serveCluster(options: {
  binaries: string
  durable?: boolean
  settings?: readonly string[]
  data: string
  folder: string
}): Promise<OwnPostgresServer> {
  const { data, folder } = options
  const owner = await ownerOfCluster()
  const port = await freePort()
  const settings = [...SETTINGS, `port=${port}`, ...(options.durable ? [] : FORGETFUL), ...(options.settings ?? [])]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const start = () =>
    spawn(join(options.binaries, 'postgres'), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let server: ChildProcess = start()
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`
  const kill = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', kill)
  try {
    await untilReady(server, url)
  } catch (error) {
    process.off('exit', kill)
    throw error
  }
  const stop = async () => {
    process.off('exit', kill)
    await stopServer(server)
    await rm(folder, { recursive: true, force: true })
  }
  const killAndRestart = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    // Its orphaned processes end as soon as they notice; until then they use the folder.
    for (let tries = 0; tries < RESTARTS_MAX; tries++) {
      server = start()
      const isReady = await untilReady(server, url).then(
        () => true,
        () => false,
      )
      if (isReady) return
      await sleep(100)
    }
    throw new Error('PostgreSQL did not come back')
  }
  return { url, stop, killAndRestart }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let words = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-4_000)
  })
  const deadline = Date.now() + START_MS_MAX
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once: ${words}`)
    if (Date.now() > deadline) {
      server.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not answer within ${START_MS_MAX} ms: ${words}`)
    }
    await sleep(50)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  // "Fast shutdown": ends the sessions that tests forgot.
  server.kill('SIGINT')
  await ended
}

/** PostgreSQL refuses to run as root; returns the user that it runs as instead. */
export async function ownerOfCluster(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find(([each]) => each === name)).find((each) => each)
  if (!user) throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
