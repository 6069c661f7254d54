import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Chain, openChain } from './chain.ts'
import { type Customers, prepareCustomers } from './customers.ts'
import { Links } from './links.ts'
import { adminUrlOf, balancer, certify, databases, ensurePrograms, etcds } from './other-parts.ts'
import { askStatus, createDatabase, custodyPart, custodyPlace, grantRights, ownParts } from './own-parts.ts'
import type { Part } from './part.ts'
import { openPhone, type Phone } from './phone.ts'
import { answers, choosePorts, named, type Ports, portChooser, type Reach, urlOf } from './ports.ts'

export interface Cluster {
  readonly parts: readonly Part[]
  /** The public address, before all processes that answer. */
  readonly url: string
  readonly databaseUrl: string
  readonly customers: Customers
  readonly phone: Phone
  readonly chain: Chain
  /** The path at which custody answers. */
  readonly custodySocket: string
  part(name: string): Part
  /** The node of the database that is the primary now: "database-1". */
  primary(): Promise<string | undefined>
  /** The address of one node of the database, whether it is the primary or not. */
  nodeUrl(name: string): string
  /** Hands the database over to the other node. */
  switchOver(): Promise<void>
  /** The process that writes now: "writer-1". */
  writer(): Promise<string | undefined>
  /** Cuts two parts off from each other, until all links are healed. */
  cut(one: string, other: string): Promise<void>
  heal(): Promise<void>
  /** Resolves when everything is healthy, with a synchronous standby. */
  whole(): Promise<void>
  stop(): Promise<void>
}

export interface ClusterSettings {
  readonly say: (line: string) => void
  /** Whether its parts reach each other over links that can be cut, which cost time. */
  readonly hasLinks: boolean
}

/** Starts the cluster of this machine: three etcd, two nodes of PostgreSQL under Patroni, HAProxy, two writers, three processes that answer, one for the jobs, and custody. */
export async function startCluster({ say, hasLinks }: ClusterSettings): Promise<Cluster> {
  await ensurePrograms(say)
  const run = mkdtempSync(join(tmpdir(), 'kimia-cluster-'))
  chmodSync(run, 0o755)
  const parts: Part[] = []
  const next = portChooser()
  const ports = await choosePorts(next)
  const links = hasLinks ? new Links(next) : undefined
  const [phone, chain] = [await openPhone(ports.phone), await openChain()]
  const kill = () => {
    for (const part of parts) part.signalNow('SIGKILL')
    rmSync(run, { recursive: true, force: true, maxRetries: 5 })
  }
  // Whatever ends this process, none of its children stays.
  process.on('exit', kill)
  const stop = async () => {
    for (const part of parts) await part.signal('SIGKILL')
    await links?.close()
    await Promise.all([phone.close(), chain.close()])
    kill()
    process.off('exit', kill)
  }
  try {
    const reach: Reach = async (from, to, port) => (links ? links.join(from, to, port) : port)
    const settings = { run, ports, reach }
    const access = { ports, password: randomBytes(18).toString('hex'), certified: certify(run) }
    const nodes = await databases({ ...settings, ...access })
    parts.push(...(await etcds(settings)), ...nodes, await balancer(settings))
    say('starting etcd, PostgreSQL under Patroni, and HAProxy …')
    for (const part of parts) part.start()
    await Promise.all(parts.map((part) => part.healthy()))
    await refuseStrangers(ports)
    const databaseUrl = await createDatabase(adminUrlOf(access, 'postgres'))
    say('preparing customers …')
    const customers = await prepareCustomers({ databaseUrl, dataDir: join(run, 'data') })
    const adminUrl = adminUrlOf(access, 'kimia')
    await grantRights(adminUrl)
    const place = custodyPlace(run)
    say('starting custody, writers, processes that answer, and jobs …')
    const custody = await custodyPart(place, { chain, reach })
    parts.push(custody)
    custody.start()
    await custody.healthy()
    // The jobs book what is there when they first look.
    chain.fund((await askStatus(place.socket))?.networks[0]?.hotAddress ?? '')
    const servers = await ownParts({ ...settings, databaseUrl, adminUrl, phoneEnv: phone.env, custody: place })
    parts.push(...servers)
    for (const part of servers) {
      part.start()
      await part.healthy()
    }
    const nodeUrl = (name: string) => {
      const url = new URL(databaseUrl)
      url.port = String(ports.postgres[nodes.findIndex((node) => node.name === name)])
      return url.href
    }
    return {
      ...{ parts, url: urlOf(ports.web), databaseUrl, customers, phone, chain, stop, nodeUrl },
      custodySocket: place.socket,
      ...partsOf(parts),
      ...leadersOf({ ports, databaseUrl, password: access.password }),
      cut: async (one, other) => links?.cut(one, other),
      heal: async () => links?.heal(),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const partsOf = (parts: readonly Part[]): Pick<Cluster, 'part' | 'whole'> => ({
  part: (name) => {
    const found = parts.find((each) => each.name === name)
    if (!found) throw new Error(`there is no part ${name}`)
    return found
  },
  whole: async () => {
    for (const each of parts) await each.healthy()
  },
})

/** @throws Error if a node of the database would let anyone change the cluster */
async function refuseStrangers(ports: Ports): Promise<void> {
  for (const port of ports.patroni) {
    const { status } = await fetch(`${urlOf(port)}/config`, { method: 'PATCH', body: '{}' })
    if (status !== 401) throw new Error(`Patroni answered a stranger who changes its settings by ${status}`)
  }
}

interface Leading {
  readonly ports: Ports
  readonly databaseUrl: string
  readonly password: string
}

function leadersOf({ ports, databaseUrl, password }: Leading): Pick<Cluster, 'primary' | 'switchOver' | 'writer'> {
  const primary = async () => {
    for (const [i, port] of ports.patroni.entries())
      if (await answers(`${urlOf(port)}/primary`)) return named('database', i)
    return undefined
  }
  return {
    primary,
    writer: () => writerOf(databaseUrl, ports.writers),
    switchOver: async () => {
      const leader = (await primary()) ?? ''
      const candidate = leader === 'database-1' ? 'database-2' : 'database-1'
      const answer = await fetch(`${urlOf(ports.patroni[0] ?? 0)}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` },
        body: JSON.stringify({ leader, candidate }),
      })
      if (!answer.ok) throw new Error(`the database was not handed over: ${await answer.text()}`)
    },
  }
}

async function writerOf(databaseUrl: string, ports: readonly number[]): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select address from leader')
    const place = ports.findIndex((port) => rows[0]?.address?.endsWith(`:${port}`))
    return place < 0 ? undefined : named('writer', place)
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
