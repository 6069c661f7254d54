import { join } from 'node:path'
import { openFileBucket } from '../accounts/file-bucket.ts'
import { openFileFolder } from '../accounts/file-folder.ts'
import { claimFiles, type Files } from '../accounts/files.ts'
import type { Config } from '../config/config.ts'
import { codeOfFailure } from '../exchange/exchange.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../providers/object-store/object-store.ts'
import { createS3 } from '../providers/object-store/s3.ts'
import type { Database } from '../store/database.ts'

type FileConfig = Pick<Config, 'files' | 'dataDir'>
type OnAnswer = (fault?: ObjectStoreUnavailable) => void

/** The sealed files of the configured home. */
export function openFiles({ files, dataDir }: FileConfig): Files {
  // Next to the database, and outside of everything that is served.
  if (files.kind === 'folder') return openFileFolder(join(dataDir, 'files'))
  return openFileBucket({ store: createS3(files.s3, () => undefined), prefix: files.prefix, name: files.s3.bucket })
}

/**
 * The same, claimed for this database. A bucket that is away does not keep the exchange from starting: it is claimed by the first call that
 * reaches it. @param onAnswer follows each call to a bucket, with the fault if there was one
 * @throws Error with a sentence for the operator
 */
export async function openClaimedFiles(config: FileConfig, database: Database, onAnswer: OnAnswer): Promise<Files> {
  if (config.files.kind === 'folder') {
    const files = openFiles(config)
    await claimFiles({ database, files })
    return files
  }
  const { s3, prefix } = config.files
  const store = createS3(s3, onAnswer)
  const claimed = untilDone(() => claimFiles({ database, files: openFileBucket({ store, prefix, name: s3.bucket }) }))
  await claimed().catch((error: unknown) => {
    if (!(error instanceof ObjectStoreUnavailable) || error.fault === 'ACCOUNT_REFUSED') throw error
  })
  return openFileBucket({ store: callsAfter(claimed, store), prefix, name: s3.bucket })
}

/** Does the work once, again only if it failed. */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}

const callsAfter = (ready: () => Promise<void>, store: ObjectStore): ObjectStore => ({
  put: (key, bytes, condition) => ready().then(() => store.put(key, bytes, condition)),
  get: (key, bytesMax) => ready().then(() => store.get(key, bytesMax)),
  copy: (keys) => ready().then(() => store.copy(keys)),
  remove: (key) => ready().then(() => store.remove(key)),
  list: (prefix) => ready().then(() => store.list(prefix)),
})

/** Without its files, a call is refused before it changes anything, or undone. */
export const codeOfAnyFailure: typeof codeOfFailure = (error) =>
  error instanceof ObjectStoreUnavailable ? 'UNAVAILABLE' : codeOfFailure(error)
