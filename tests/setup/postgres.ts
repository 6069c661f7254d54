import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import {
  type Availability,
  canInstallDebianPackages,
  findProgram,
  firstLine,
  installDebianPackage,
  isExecutable,
} from './programs.ts'

const DEBIAN_HOME = '/usr/lib/postgresql'
const MAC_HOMES = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin']

/** The folder with PostgreSQL's `initdb` and `postgres`; the newest if Debian has several. */
export function findPostgres(): string | undefined {
  const onPath = findProgram(['postgres'])
  const candidates = [...(onPath ? [dirname(realpathSync(onPath))] : []), ...debianFolders(), ...MAC_HOMES]
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))))
}

function debianFolders(): string[] {
  if (!existsSync(DEBIAN_HOME)) return []
  return readdirSync(DEBIAN_HOME)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((version) => join(DEBIAN_HOME, version, 'bin'))
}

/**
 * A PostgreSQL server for the tests: the one that `TEST_DATABASE_URL` names (which `stop` leaves alone), else a throw-away
 * cluster of the binaries found or, as root on Debian, installed.
 */
export async function ensurePostgres(say: (line: string) => void): Promise<Availability<PostgresServer>> {
  const named = process.env.TEST_DATABASE_URL
  if (named) return { found: { url: named, stop: async () => {} } }
  try {
    if (!findPostgres() && canInstallDebianPackages()) {
      say('fetching PostgreSQL: apt-get install postgresql …')
      await installDebianPackage('postgresql')
    }
    const binaries = findPostgres()
    if (binaries) return { found: await startPostgresServer({ binaries }) }
    return { found: undefined, reason: 'no PostgreSQL server here; set TEST_DATABASE_URL' }
  } catch (error) {
    return { found: undefined, reason: `no PostgreSQL server here (${firstLine(error)}); set TEST_DATABASE_URL` }
  }
}
