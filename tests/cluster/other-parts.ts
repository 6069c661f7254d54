import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '#tests/setup/postgres.ts'
import { canInstallDebianPackages, findProgram, installDebianPackage } from '#tests/setup/programs.ts'
import { Part } from './part.ts'
import { answers, HOST, named, type Ports, type Reach, urlOf } from './ports.ts'

const PACKAGES = {
  ...{ etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', postgres: 'postgresql' },
  openssl: 'openssl',
}
const DEPLOY = 'src/deploy'
/** The other etcd, as one end of the links to each of them. */
export const PEERS = 'the other etcd'

export interface PartsSettings {
  /** The folder of this run. */
  readonly run: string
  readonly ports: Ports
  readonly reach: Reach
}

export async function ensurePrograms(say: (line: string) => void): Promise<void> {
  for (const [program, name] of Object.entries(PACKAGES)) {
    const isThere = program === 'postgres' ? findPostgres() : findProgram([program])
    if (isThere) continue
    if (!canInstallDebianPackages()) throw new Error(`the cluster needs ${program}, of Debian's package ${name}`)
    say(`fetching ${name}: apt-get install …`)
    await installDebianPackage(name)
  }
  if (!findProgram(['python3'])) throw new Error('Patroni needs python3')
}

export async function etcds({ run, ports: { etcd: clients, peers }, reach }: PartsSettings): Promise<Part[]> {
  // All members know one by the same address, so that the others have one link to it.
  const reached = await Promise.all(peers.map((port, i) => reach(PEERS, named('etcd', i), port)))
  const members = reached.map((port, i) => `${named('etcd', i)}=${urlOf(port)}`).join(',')
  return clients.map((port, i) => {
    const name = named('etcd', i)
    const folder = join(run, name)
    mkdirSync(folder, { mode: 0o700 })
    chownTo('etcd', folder)
    const client = urlOf(port)
    const [peer, reachedAt] = [urlOf(peers[i] ?? 0), urlOf(reached[i] ?? 0)]
    const values = { NAME: name, FOLDER: folder, CLIENT: client, PEER: peer, REACHED_AT: reachedAt, MEMBERS: members }
    const settings = [...filled('etcd.env', values).matchAll(/^(ETCD_\w+)="(.*)"$/gm)]
    const env = Object.fromEntries(settings.map(([, setting = '', value = '']) => [setting, value]))
    const isHealthy = () => answers(`${client}/health`)
    return new Part({ name, command: 'etcd', args: [], user: 'etcd', env, isHealthy })
  })
}

/** Makes the certificate of the nodes of the database, which is its own authority. */
export function certify(run: string): Certified {
  const [certificate, key] = [join(run, 'database.crt'), join(run, 'database.key')]
  const names = ['-subj', '/CN=kimia', '-addext', `subjectAltName=IP:${HOST}`]
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync(
    findProgram(['openssl']) ?? '/usr/bin/openssl',
    [...making, ...names, '-keyout', key, '-out', certificate],
    { stdio: 'pipe' },
  )
  chownTo('postgres', key)
  return { certificate, key }
}

/** Paths of files. */
interface Certified {
  readonly certificate: string
  readonly key: string
}

interface Access {
  readonly password: string
  readonly certified: Certified
}

/** The address of a database of this name, for the superuser, behind the balancer. */
export function adminUrlOf({ ports, password, certified }: Pick<PartsSettings, 'ports'> & Access, name: string) {
  const mode = `sslmode=verify-full&sslrootcert=${certified.certificate}`
  return `postgres://postgres:${password}@${HOST}:${ports.database}/${name}?${mode}`
}

export async function databases({
  run,
  ports: { etcd, patroni, postgres },
  reach,
  password,
  certified: { certificate, key },
}: PartsSettings & Access): Promise<Part[]> {
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
  const parts: Part[] = []
  for (const [i, api] of patroni.entries()) {
    const [name, other, port] = [named('database', i), named('database', 1 - i), postgres[i] ?? 0]
    const hosts: string[] = []
    for (const [k, client] of etcd.entries()) hosts.push(`${HOST}:${await reach(name, named('etcd', k), client)}`)
    const file = join(run, `${name}.yml`)
    const text = filled('patroni.yml', {
      ...{ NAME: name, HOST, API_PORT: api, PORT: port, FOLDER: folder },
      ...{ PASSWORD: password, API_PASSWORD: password, REPLICATION_PASSWORD: password, REWIND_PASSWORD: password },
      ...{ AUTHORITY: certificate, CERTIFICATE: certificate, KEY: key },
      ...{
        ETCD: hosts.join(','),
        NETWORK: `${HOST}/32`,
        BINARIES: findPostgres(),
        ARCHIVE_WAL: archiving,
        ARCHIVE: archive,
      },
    })
    const reached = [
      // Patroni would find the addresses of the members by itself, and go round the links to them.
      ['etcd3: { hosts:', 'etcd3: { use_proxies: true, hosts:'],
      [`connect_address: "${HOST}:${api}"`, `connect_address: "${HOST}:${await reach(other, name, api)}"`],
      [`connect_address: "${HOST}:${port}"`, `connect_address: "${HOST}:${await reach(other, name, port)}"`],
    ] as const
    writeFileSync(
      file,
      reached.reduce((whole, [from, to]) => replaced(whole, from, to), text),
    )
    const isHealthy = async () => (await answers(`${urlOf(api)}/primary`)) || answers(`${urlOf(api)}/synchronous`)
    parts.push(
      new Part({
        ...{ name, command: 'python3', args: [start, file], user: 'postgres', folder: join(folder, name) },
        ...{ env: { HOME: folder }, isHealthy },
      }),
    )
  }
  return parts
}

export async function balancer({ run, ports, reach }: PartsSettings): Promise<Part> {
  const { database, web, patroni, postgres, answering } = ports
  const name = 'haproxy'
  const nodes: string[] = []
  for (const [i, port] of postgres.entries()) {
    const node = named('database', i)
    const check = await reach(name, node, patroni[i] ?? 0)
    nodes.push(`  server ${node} ${HOST}:${await reach(name, node, port)} check port ${check}`)
  }
  const processes: string[] = []
  for (const [i, port] of answering.entries())
    processes.push(`  server ${named('api', i)} ${HOST}:${await reach(name, named('api', i), port)} check`)
  const file = join(run, 'haproxy.cfg')
  writeFileSync(
    file,
    filled('haproxy.cfg', {
      ...{ RUN: run, HOST, DATABASE_PORT: database, WEB_PORT: web },
      ...{ NODES: nodes.join('\n'), PROCESSES: processes.join('\n') },
    }),
  )
  const command = findProgram(['haproxy']) ?? '/usr/sbin/haproxy'
  const isHealthy = async () => (await fetch(`${urlOf(web)}/`).catch(() => undefined)) !== undefined
  return new Part({ name, command, args: ['-db', '-f', file], isHealthy })
}

function filled(name: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return readFileSync(`${DEPLOY}/${name}`, 'utf8').replace(/\$\{([A-Z_]+)\}/g, (whole, key: string) => {
    if (key === '…') return whole
    const value = values[key]
    if (value === undefined) throw new Error(`${name} needs ${key}`)
    return String(value)
  })
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`patroni.yml has no ${from}`)
  return text.replace(from, to)
}

const chownTo = (user: string, folder: string) => {
  if (process.getuid?.() === 0) execFileSync('chown', [`${user}:`, folder])
}
