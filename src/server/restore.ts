import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyFiles, demandNoFiles } from './accounts/copy-files.ts'
import { openFileFolder } from './accounts/file-folder.ts'
import type { Files } from './accounts/files.ts'
import { openFiles } from './compose/files.ts'
import { parseConfig, readEnvironment } from './config/config.ts'
import { checkAuditLog } from './store/accounts/prove-audit-log.ts'
import { demandEmpty, restoreDatabase } from './store/back-up/copy-database.ts'
import { endOpenDoors } from './store/back-up/end-open-doors.ts'
import { beginRestore, endRestore } from './store/back-up/half-restored.ts'
import { checkManifest } from './store/back-up/manifest.ts'
import { checkRecovered } from './store/back-up/recovered.ts'
import { migrate } from './store/migrate.ts'
import { type DatabaseSettings, openDatabase } from './store/open-database.ts'
import { ensurePrivateFolder } from './store/private-folder.ts'
import { checkLedger } from './store/prove-ledger.ts'

const USAGE = 'npm run restore -- <folder of a back-up>, or -- --until <moment>'

/** Brings a back-up into a new data folder and an empty database. @throws Error with a sentence; once it has begun, no server starts on what there is */
async function restore(folder: string, settings: DatabaseSettings, files: Files): Promise<string> {
  const { engine, at } = await checkManifest(folder)
  const wanted = settings.databaseUrl ? 'postgres' : 'pglite'
  if (engine !== wanted)
    throw new Error(
      `The back-up is of ${engine === 'postgres' ? 'a PostgreSQL server: set' : 'the built-in database: unset'} DATABASE_URL.`,
    )
  for (const name of ['database', 'files'])
    if (existsSync(join(settings.dataDir, name)))
      throw new Error(`${join(settings.dataDir, name)} exists already: choose another DATA_DIR.`)
  ensurePrivateFolder(settings.dataDir)
  await demandNoFiles(files)
  await demandEmpty(settings)
  beginRestore(settings.dataDir)
  await copyFiles(openFileFolder(join(folder, 'files')), files)
  await restoreDatabase(settings, folder)
  return at
}

/** Takes a cluster that PostgreSQL has recovered. The sealed files stay as they are: those of later rows do no harm. */
async function takeRecovered(until: string, settings: DatabaseSettings, leaseMs: number): Promise<string> {
  if (!settings.databaseUrl) throw new Error('Set DATABASE_URL to the cluster that was recovered.')
  const database = await openDatabase(settings)
  try {
    const at = await checkRecovered(database, { until, leaseMs })
    ensurePrivateFolder(settings.dataDir)
    beginRestore(settings.dataDir)
    return at
  } finally {
    await database.close()
  }
}

interface Verdict {
  readonly faults: readonly string[]
  /** Numbers of the keys that open what is sealed. */
  readonly sealedBy: readonly number[]
}

/** Brings the restored database to the newest schema, ends what must not live again, and proves it. */
async function prove(
  settings: DatabaseSettings,
  { backUpAt, source }: { backUpAt: string; source: string },
): Promise<Verdict> {
  const database = await openDatabase(settings)
  try {
    await migrate(database)
    await database.transaction((tx) => endOpenDoors(tx, { at: new Date(), backUpAt, source }))
    endRestore(settings.dataDir)
    const ledger = await checkLedger(database)
    const audit = await checkAuditLog(database)
    const secrets = await database.query<{ id: number }>(
      'select distinct get_byte(totp_secret, 0) as id from users where totp_secret is not null',
    )
    return { faults: [...ledger.faults, ...audit.faults], sealedBy: secrets.map(({ id }) => id) }
  } finally {
    await database.close()
  }
}

// `npm run restore`: what was committed after the back-up is not in it; the card gateway and the chains know of it still.
try {
  const [from, until] = process.argv.slice(2)
  if (from === undefined || (from === '--until') !== (until !== undefined)) throw new Error(USAGE)
  process.umask(0o077)
  const config = parseConfig(readEnvironment())
  const { databaseUrl, dataDir } = config
  const settings = { databaseUrl, dataDir }
  const at =
    until === undefined
      ? await restore(resolve(from), settings, openFiles(config))
      : await takeRecovered(until, settings, config.writerLeaseMs)
  const source = until === undefined ? resolve(from) : 'the archive of PostgreSQL'
  const { faults, sealedBy } = await prove(settings, { backUpAt: at, source })
  const verdict = faults.length === 0 ? 'The ledger and the audit log are clean.' : `${faults.length} faults:`
  const lines = [
    `The exchange is as it was at ${at}; everybody signs in anew, and programs get new keys.`,
    'Operators have no keys: npm run operator:add gives each of them new ones.',
    'Nothing leaves until one admin has compared the books and another has approved, on the first page of the operations desk.',
    ...[verdict, ...faults],
    `Before the first start: ENCRYPTION_KEYS must have the keys it was sealed by${sealedBy.length > 0 ? ` (secrets by ${sealedBy.join(', ')})` : ''}, or DATA_DIR the file "encryption-key" of the former one.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
