import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, isExecutable } from './find-program.ts'

const DEBIAN_HOME = '/usr/lib/postgresql'
const MAC_HOMES = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin']

/** The folder that holds PostgreSQL's `initdb` and `postgres`; the newest where Debian has several. */
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
