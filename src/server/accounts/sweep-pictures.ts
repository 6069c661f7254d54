import { readPictureNames } from '../store/accounts/identities.ts'
import type { Accounts } from './accounts.ts'
import { type FileEntry, type Files, forEachOf } from './files.ts'

/** Longer than any submission takes: a younger picture may belong to a submission that is not committed yet. */
const ORPHAN_MS = 3_600_000
/** How long a binned photo can be restored: longer than it takes to notice that a back-up was restored. */
const BIN_MS = 30 * 24 * 3_600_000

/** A killed submission leaves three at most. */
const ORPHANS_ALWAYS = 3
/** A larger share of orphans among the new pictures cannot be leftovers: the pictures belong to another database. */
const ORPHANS_PER_HUNDRED_MAX = 5

/**
 * Bins pictures that no row names, such as the leftovers of a submission whose process was killed; restores from the bin pictures that
 * a restored database names; and erases those binned thirty days ago. If too many would be binned, none is, and an error is logged.
 */
export async function sweepPictures({
  database,
  now,
  files,
  log,
}: Pick<Accounts, 'database' | 'now' | 'files' | 'log'>): Promise<void> {
  const at = now()
  const binned = (await files.list('bin')).map(nameOf)
  await files.restore([...(await readPictureNames(database, binned))], at)
  const old = (await files.list('new')).filter(isBefore(at.getTime() - ORPHAN_MS)).map(nameOf)
  const named = await readPictureNames(database, old)
  const orphans = await existing(
    files,
    old.filter((name) => !named.has(name)),
  )
  if (orphans.length > ORPHANS_ALWAYS && orphans.length * 100 > old.length * ORPHANS_PER_HUNDRED_MAX) {
    log.error(
      { orphans: orphans.length, pictures: old.length },
      'the database does not name many of the new pictures of documents; none is removed, and a person must look',
    )
    return
  }
  await files.bin(orphans, at)
  await files.remove(old, 'new')
  const expired = (await files.list('bin')).filter(isBefore(at.getTime() - BIN_MS))
  await files.remove(expired.map(nameOf), 'bin')
}

/** A store that was away during an upload has its mark without a file, which is no picture of anybody. */
async function existing(files: Files, names: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  await forEachOf(names, async (name) => {
    if (await files.readHead({ name, place: 'kyc' }, 1)) found.add(name)
  })
  return names.filter((name) => found.has(name))
}

const nameOf = ({ name }: FileEntry) => name
const isBefore = (timeMs: number) => (entry: FileEntry) => entry.at.getTime() < timeMs
