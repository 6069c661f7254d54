import type { Availability } from './ensure-chromium.ts'
import { findPostgres } from './find-postgres.ts'
import { canInstallDebianPackages, installDebianPackage } from './install-debian-package.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'

/**
 * A PostgreSQL server for the tests: the one `TEST_DATABASE_URL` names (which `stop` leaves alone), else a throw-away
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
    if (!binaries) return { found: undefined, reason: 'no PostgreSQL server here; set TEST_DATABASE_URL' }
    return { found: await startPostgresServer({ binaries }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { found: undefined, reason: `no PostgreSQL server here (${reason}); set TEST_DATABASE_URL` }
  }
}
