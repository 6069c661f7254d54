import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { findPostgres } from '#tests/setup/postgres.ts'
import { canInstallDebianPackages, findProgram, installDebianPackage } from '#tests/setup/programs.ts'
import { Part } from './part.ts'

const HOST = '127.0.0.1'
const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', postgres: 'postgresql' }
const CUSTOMERS = 16
const DEPLOY = 'src/deploy'

export interface Cluster {
  readonly parts: readonly Part[]
  /** The public address, before all processes that answer. */
  readonly url: string
  readonly databaseUrl: string
  readonly customers: readonly VerifiedUser[]
  part(name: string): Part
  /** The node of the database that is the primary now: "database-1". */
  primary(): Promise<string | undefined>
  /** The process that writes now: "writer-1". */
  writer(): Promise<string | undefined>
  /** Resolves when everything is healthy, with a synchronous standby. */
  whole(): Promise<void>
  stop(): Promise<void>
}

/** Starts the cluster of this machine: three etcd, two nodes of PostgreSQL under Patroni, HAProxy, two writers, three processes that answer, and one for the jobs. */
export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  await ensurePrograms(say)
  const run = mkdtempSync(join(tmpdir(), 'kimia-cluster-'))
  chmodSync(run, 0o755)
  const parts: Part[] = []
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
    rmSync(run, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const ports = await choosePorts()
    const password = randomBytes(18).toString('hex')
    parts.push(...etcds(run, ports), ...databases(run, { ...ports, password }), balancer(run, ports))
    say('starting etcd, PostgreSQL under Patroni, and HAProxy …')
    for (const part of parts) part.start()
    const admin = `postgres://postgres:${password}@${HOST}:${ports.database}/postgres`
    await Promise.all(parts.map((part) => part.healthy()))
    const databaseUrl = await createDatabase(admin, password)
    say('preparing customers …')
    const customers = await preparedTraders(
      { databaseUrl, dataDir: join(run, 'data') },
      { count: CUSTOMERS, funds: ['1000000000 TOMAN', '1000 GOLD'] },
    )
    const servers = ours(run, { ...ports, databaseUrl, leastRights: await grantRights(admin, databaseUrl) })
    parts.push(...servers)
    say('starting writers, processes that answer, and jobs …')
    for (const part of servers) {
      part.start()
      // A second writer is healthy as long as it waits.
      await part.healthy()
    }
    const part = (name: string) => {
      const found = parts.find((each) => each.name === name)
      if (!found) throw new Error(`there is no part ${name}`)
      return found
    }
    const primary = async () => {
      for (const [i, port] of ports.patroni.entries())
        if (await answers(`http://${HOST}:${port}/primary`)) return `database-${i + 1}`
      return undefined
    }
    return {
      ...{ parts, url: `http://${HOST}:${ports.web}`, databaseUrl, customers, part, primary, stop },
      writer: () => writerOf(databaseUrl, ports.writers),
      whole: async () => {
        for (const each of parts) await each.healthy()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ensurePrograms(say: (line: string) => void): Promise<void> {
  for (const [program, name] of Object.entries(PACKAGES)) {
    const isThere = program === 'postgres' ? findPostgres() : findProgram([program])
    if (isThere) continue
    if (!canInstallDebianPackages()) throw new Error(`the cluster needs ${program}, of Debian's package ${name}`)
    say(`fetching ${name}: apt-get install …`)
    await installDebianPackage(name)
  }
  if (!findProgram(['python3'])) throw new Error('Patroni needs python3')
}

type Ports = Awaited<ReturnType<typeof choosePorts>>

async function choosePorts() {
  const taken = new Set<number>()
  const next = async () => {
    for (;;) {
      const port = await freePort()
      if (taken.has(port)) continue
      taken.add(port)
      return port
    }
  }
  const some = async (count: number) => {
    const ports: number[] = []
    while (ports.length < count) ports.push(await next())
    return ports
  }
  return {
    ...{ etcd: await some(3), peers: await some(3), patroni: await some(2), postgres: await some(2) },
    ...{ database: await next(), web: await next(), answering: await some(3), writers: await some(2) },
    ...{ writerHttp: await some(2), jobs: await next() },
  }
}

const answers = (url: string, ms = 1_000) =>
  fetch(url, { signal: AbortSignal.timeout(ms) }).then(
    ({ ok }) => ok,
    () => false,
  )

function etcds(run: string, { etcd: clients, peers }: Ports): Part[] {
  const members = peers.map((port, i) => `etcd-${i + 1}=http://${HOST}:${port}`).join(',')
  return clients.map((port, i) => {
    const name = `etcd-${i + 1}`
    const folder = join(run, name)
    mkdirSync(folder, { mode: 0o700 })
    chownTo('etcd', folder)
    const client = `http://${HOST}:${port}`
    const peer = `http://${HOST}:${peers[i]}`
    const args = [
      ...['--name', name, '--data-dir', folder, '--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', members],
      ...['--auto-compaction-retention', '1', '--logger', 'zap', '--log-level', 'warn'],
    ]
    return new Part({ name, command: 'etcd', args, user: 'etcd', isHealthy: () => answers(`${client}/health`) })
  })
}

function databases(run: string, { etcd, patroni, postgres, password }: Ports & { password: string }): Part[] {
  const folder = join(run, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  chownTo('postgres', folder)
  const start = join(run, 'patroni-safe.py')
  writeFileSync(start, readFileSync(`${DEPLOY}/patroni-safe.py`))
  const archiving = join(run, 'archive-wal.sh')
  writeFileSync(archiving, readFileSync(`${DEPLOY}/archive-wal.sh`), { mode: 0o755 })
  const archive = join(folder, 'archive')
  mkdirSync(archive, { mode: 0o700 })
  chownTo('postgres', archive)
  return patroni.map((api, i) => {
    const name = `database-${i + 1}`
    const file = join(run, `${name}.yml`)
    writeFileSync(
      file,
      filled('patroni.yml', {
        ...{ NAME: name, HOST, API_PORT: api, PORT: postgres[i], FOLDER: folder, PASSWORD: password },
        ETCD: etcd.map((port) => `${HOST}:${port}`).join(','),
        ...{ NETWORK: `${HOST}/32`, BINARIES: findPostgres(), ARCHIVE_WAL: archiving, ARCHIVE: archive },
      }),
    )
    const health = async () =>
      (await answers(`http://${HOST}:${api}/primary`)) || (await answers(`http://${HOST}:${api}/synchronous`))
    return new Part({
      ...{ name, command: 'python3', args: [start, file], user: 'postgres', folder: join(folder, name) },
      env: { HOME: folder },
      isHealthy: health,
    })
  })
}

function balancer(run: string, { database, web, patroni, postgres, answering }: Ports): Part {
  const file = join(run, 'haproxy.cfg')
  const lines = (all: readonly string[]) => all.map((line) => `  ${line}`).join('\n')
  writeFileSync(
    file,
    filled('haproxy.cfg', {
      ...{ RUN: run, HOST, DATABASE_PORT: database, WEB_PORT: web },
      NODES: lines(postgres.map((port, i) => `server database-${i + 1} ${HOST}:${port} check port ${patroni[i]}`)),
      PROCESSES: lines(answering.map((port, i) => `server api-${i + 1} ${HOST}:${port} check`)),
    }),
  )
  const isHealthy = async () => (await fetch(`http://${HOST}:${web}/`).catch(() => undefined)) !== undefined
  return new Part({
    name: 'haproxy',
    command: findProgram(['haproxy']) ?? '/usr/sbin/haproxy',
    args: ['-db', '-f', file],
    isHealthy,
  })
}

/** The processes of this product. */
function ours(
  run: string,
  {
    answering,
    writers,
    writerHttp,
    jobs,
    databaseUrl,
    leastRights,
  }: Ports & { databaseUrl: string; leastRights: string },
): Part[] {
  const shared = {
    ...{ HOST, DATABASE_URL: databaseUrl, DATA_DIR: join(run, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'warn' },
    PROCESS_SECRET: randomBytes(24).toString('hex'),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    ...{ MARKET_MAKER: 'off', SANDBOX_TRADERS: 'off', SANDBOX_CANDLES: 'off', GOLD_HOURS: 'always' },
    ...{ REQUESTS_PER_MINUTE_MAX: '0', PRICE_POLL_MS: '3600000' },
  }
  const server = (
    name: string,
    { port, env, isHealthy }: { port: number | undefined; env: NodeJS.ProcessEnv; isHealthy?: () => Promise<boolean> },
  ) =>
    new Part({
      ...{ name, command: process.execPath, args: ['src/server/main.ts'] },
      env: { ...shared, PORT: String(port), ...env },
      isHealthy: isHealthy ?? (() => answers(`http://${HOST}:${port}/api/ready`)),
    })
  return [
    ...writers.map((port, i) =>
      server(`writer-${i + 1}`, {
        port: writerHttp[i],
        env: { ROLE: 'writer', WRITER_ADDRESS: `http://${HOST}:${port}` },
        isHealthy: async () => true,
      }),
    ),
    ...answering.map((port, i) => server(`api-${i + 1}`, { port, env: { ROLE: 'api', DATABASE_URL: leastRights } })),
    server('jobs', { port: jobs, env: { ROLE: 'jobs', DATABASE_URL: leastRights } }),
  ]
}

async function createDatabase(admin: string, password: string): Promise<string> {
  const client = new Client({ connectionString: admin })
  await client.connect()
  await client.query(`create role kimia login password '${password}'`)
  await client.query('create database kimia owner kimia')
  await client.end()
  const url = new URL(admin)
  url.username = 'kimia'
  url.pathname = '/kimia'
  return url.href
}

/** @returns the address for processes that write nothing by themselves */
async function grantRights(admin: string, databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const owner = new URL(admin)
  owner.pathname = url.pathname
  const client = new Client({ connectionString: owner.href })
  await client.connect()
  // The default rights of new tables are those of their owner.
  await client.query(
    `create role kimia_api nologin; set role kimia; ${readFileSync(`${DEPLOY}/rights.sql`, 'utf8')}; reset role`,
  )
  await client.query(`create role answering login password '${url.password}' in role kimia_api`)
  await client.end()
  url.username = 'answering'
  return url.href
}

async function writerOf(databaseUrl: string, ports: readonly number[]): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select address from leader')
    const place = ports.findIndex((port) => rows[0]?.address?.endsWith(`:${port}`))
    return place < 0 ? undefined : `writer-${place + 1}`
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

function filled(name: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return readFileSync(`${DEPLOY}/${name}`, 'utf8').replace(/\$\{([A-Z_]+)\}/g, (whole, key: string) => {
    if (key === '…') return whole
    const value = values[key]
    if (value === undefined) throw new Error(`${name} needs ${key}`)
    return String(value)
  })
}

const chownTo = (user: string, folder: string) => {
  if (process.getuid?.() === 0) execFileSync('chown', [`${user}:`, folder])
}
