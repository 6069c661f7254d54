import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { DatabaseSettings } from '#server/store/open-database.ts'
import { freePort } from './free-port.ts'
import { freshServerDatabase } from './fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

type Environment = Readonly<Record<string, string>>

/** The roles of processes that log in with the rights of their role alone. */
const LIMITED = ['api', 'jobs'] as const
type LimitedRole = (typeof LIMITED)[number]

/** Processes of several roles on one database of a PostgreSQL server. */
export interface RoleProcesses {
  /** The login that owns the tables. */
  readonly owner: DatabaseSettings
  /** The login of the processes of a role. */
  withLeastRights(role: LimitedRole): DatabaseSettings
  /** Starts a process of a role; the first must be the writer, which makes the tables. */
  start(env: Readonly<Record<'ROLE', 'writer' | LimitedRole>> & Environment): Promise<ServerProcess>
  startWriter(env?: Environment): Promise<ServerProcess>
  /** Kills them all and removes their database. */
  close(): Promise<void>
}

const PROCESS_SECRET = 'known to these processes and nobody else'
/** As the product has it. */
const WRITER_LEASE_MS = '3000'

export async function openRoleProcesses(serverUrl: string): Promise<RoleProcesses> {
  const { settings: owner, remove } = await freshServerDatabase(serverUrl)
  const run = randomBytes(6).toString('hex')
  const loginOf = (role: LimitedRole) => `${role}_${run}`
  const running: ServerProcess[] = []
  let hasLogins = false
  const asOwner = async (sql: string) => {
    const client = new Client({ connectionString: owner.databaseUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  const withLeastRights = (role: LimitedRole) => {
    const url = new URL(owner.databaseUrl ?? '')
    url.username = loginOf(role)
    return { ...owner, databaseUrl: url.href }
  }
  const start: RoleProcesses['start'] = async ({ ROLE, ...env }) => {
    const settings = ROLE === 'writer' ? owner : withLeastRights(ROLE)
    const server = await startServerProcess(settings, { ROLE, PROCESS_SECRET, WRITER_LEASE_MS, ...env })
    running.push(server)
    return server
  }
  return {
    owner,
    withLeastRights,
    start,
    startWriter: async (env) => {
      const writer = await start({ ROLE: 'writer', WRITER_ADDRESS: `http://127.0.0.1:${await freePort()}`, ...env })
      if (!hasLogins) {
        await asOwner(await readFile('src/deploy/rights.sql', 'utf8'))
        for (const role of LIMITED) await asOwner(`create role ${loginOf(role)} login in role kimia_${role}`)
        hasLogins = true
      }
      return writer
    },
    close: async () => {
      await Promise.all(running.map((each) => each.kill()))
      if (hasLogins) await asOwner(`drop role ${LIMITED.map(loginOf)}`)
      await remove()
    },
  }
}
