import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { readId } from '#domain/counts.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { xrpPolicy } from '#tests/setup/custody-process.ts'
import type { Chain } from './chain.ts'
import type { PartsSettings } from './other-parts.ts'
import { Part, type PartSettings } from './part.ts'
import { answers, HOST, named, type Reach, urlOf } from './ports.ts'

interface OwnSettings extends PartsSettings {
  readonly databaseUrl: string
  /** The database's superuser in the database of this product. */
  readonly adminUrl: string
  readonly phoneEnv: NodeJS.ProcessEnv
  readonly custody: CustodyPlace
}

/** The place at which custody answers, and the token that has it pay. */
export interface CustodyPlace {
  readonly folder: string
  readonly socket: string
  readonly sendingToken: string
}

export const custodyPlace = (run: string): CustodyPlace => ({
  folder: join(run, 'custody'),
  socket: join(run, 'custody', 'custody.sock'),
  sendingToken: randomBytes(24).toString('hex'),
})

/** Far from what the customers withdraw. */
const AMPLE = { perTransaction: '100000', perHour: '1000000', perDay: '10000000' }

/** Custody with a seed of its own, on one network, whose node it reaches by a link. */
export async function custodyPart(
  { folder, socket, sendingToken }: CustodyPlace,
  { chain: { url, networkId }, reach }: { chain: Chain; reach: Reach },
): Promise<Part> {
  const node = new URL(url)
  node.port = String(await reach('custody', 'chain', readId(node.port)))
  const policy = { ...xrpPolicy({ networkId }), limits: { RIPPLE: { automatic: AMPLE, approved: AMPLE } } }
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy))
  return new Part({
    ...{ name: 'custody', command: process.execPath, args: ['--disable-sigusr1', 'src/custody/main.ts'] },
    env: {
      ...{ NODE_ENV: 'test', CUSTODY_DIR: folder, CUSTODY_SOCKET: socket, CUSTODY_SENDING_TOKEN: sendingToken },
      CUSTODY_NODE_XRP: node.href,
    },
    isHealthy: async () => (await askStatus(socket))?.networks.every(({ reachable }) => reachable) ?? false,
  })
}

/** @returns `undefined` if it does not answer */
export async function askStatus(socket: string) {
  const custody = createCustodySocket({ path: socket, timeoutMs: 1_000 })
  const status = await custody.ask('status', {}).finally(() => custody.close())
  return status.kind === 'answered' ? status.result : undefined
}

/** The processes of this product. Each reaches the database and the writers by its own links. */
export async function ownParts(settings: OwnSettings): Promise<Part[]> {
  const { run, ports, reach, databaseUrl, phoneEnv, custody } = settings
  const shared = {
    ...{ HOST, DATA_DIR: join(run, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'warn' },
    PROCESS_SECRET: randomBytes(24).toString('hex'),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    ...{ MARKET_MAKER: 'off', SANDBOX_TRADERS: 'off', SANDBOX_CANDLES: 'off', GOLD_HOURS: 'always' },
    ...{ REQUESTS_PER_MINUTE_MAX: '0', CODE_GAP_SECONDS: '1' },
    // Customers name their own addresses, as if the balancer stood behind a proxy.
    ...{ PROXY_HOPS: '2', CUSTODY_SOCKET: custody.socket, ...phoneEnv },
  }
  const databaseOf = async (name: string, user?: string) => {
    const url = new URL(databaseUrl)
    url.port = String(await reach(name, 'database', ports.database))
    if (user) url.username = user
    return url.href
  }
  const server = (name: string, env: NodeJS.ProcessEnv, ways: Pick<PartSettings, 'isHealthy' | 'saysWhenReady'>) =>
    new Part({
      ...{ name, command: process.execPath, args: ['src/server/main.ts'] },
      ...{ env: { ...shared, ...env }, ...ways },
    })
  const parts: Part[] = []
  for (const [i, port] of ports.writers.entries()) {
    const name = named('writer', i)
    const address = { PORT: String(ports.writerHttp[i]), WRITER_ADDRESS: urlOf(port) }
    // A second writer is healthy as long as it waits.
    const ways = { saysWhenReady: /waiting until|is ready/, isHealthy: async () => true }
    parts.push(server(name, { ROLE: 'writer', ...address, DATABASE_URL: await databaseOf(name) }, ways))
  }
  const others = [...ports.answering.map((port, i) => [named('api', i), port] as const), ['jobs', ports.jobs] as const]
  for (const [name, port] of others) {
    const env = {
      ...{ ROLE: roleOf(name), DATABASE_URL: await databaseOf(name, await ownLogin(settings, name)) },
      ...(name === 'jobs' && { CUSTODY_SENDING_TOKEN: custody.sendingToken }),
    }
    const isHealthy = () => answers(`${urlOf(port)}/api/ready`)
    parts.push(server(name, { PORT: String(port), ...env }, { isHealthy }))
  }
  return parts
}

const roleOf = (name: string) => name.replace(/-\d$/, '')

/** Gives processes other than the writer their rights. Call it once the tables exist. */
export async function grantRights(adminUrl: string): Promise<void> {
  const rights = readFileSync('src/deploy/rights.sql', 'utf8')
  // The default rights of new tables are those of their owner.
  const roles = 'create role kimia_api nologin; create role kimia_jobs nologin'
  await asAdmin(adminUrl, `${roles}; set role kimia; ${rights}; reset role`)
}

/**
 * A login with the least rights, whose process sees the writers at the addresses of its own links: it reads the present writer's in the row of
 * the leader, for which a view of its own stands.
 */
async function ownLogin({ adminUrl, databaseUrl, ports, reach }: OwnSettings, name: string): Promise<string> {
  const login = name.replace('-', '_')
  const cases: string[] = []
  for (const [i, port] of ports.writers.entries())
    cases.push(`when '${urlOf(port)}' then '${urlOf(await reach(name, named('writer', i), port))}'`)
  await asAdmin(
    adminUrl,
    `create role ${login} login password '${new URL(databaseUrl).password}' in role kimia_${roleOf(name)};
     create schema links_of_${login};
     create view links_of_${login}.leader as
       select id, epoch, batch, at, holder, seen, case address ${cases.join(' ')} end as address from public.leader;
     grant usage on schema links_of_${login} to ${login};
     grant select on links_of_${login}.leader to ${login};
     alter role ${login} set search_path = links_of_${login}, public`,
  )
  return login
}

/** @returns the address of the new database, for its owner */
export async function createDatabase(admin: string): Promise<string> {
  const url = new URL(admin)
  await asAdmin(admin, `create role kimia login password '${url.password}'`)
  await asAdmin(admin, 'create database kimia owner kimia')
  url.username = 'kimia'
  url.pathname = '/kimia'
  return url.href
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
