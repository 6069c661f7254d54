import type { Queryable } from '../store/database.ts'
import { readInstallationId } from '../store/open-database.ts'

/**
 * The places of files: those in use; the bin of those that no row names any more, since a restored back-up may still name them; and "new",
 * an empty file for each one not yet checked for a row that names it, so that a sweep reads those alone.
 */
export type Place = 'kyc' | 'bin' | 'new'

export interface FileEntry {
  readonly name: string
  /** The time when it was written or moved to the bin. */
  readonly at: Date
}

/** Uploaded files by their names, as whole objects: a folder, or a store of objects such as S3. It receives sealed bytes alone. */
export interface Files {
  /** Their home, for the sentences of a refused start. */
  readonly home: FilesHome
  /** Stores a file in use under a new name and marks it as new. It is completely on the disk when this returns. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Replaces the bytes of a file, completely or not at all; its time stays. A missing one stays missing. */
  replace(file: { readonly name: string; readonly place: 'kyc' | 'bin' }, bytes: Uint8Array): Promise<void>
  /** `undefined` if there is no file. */
  read(name: string, place?: 'kyc' | 'bin'): Promise<Buffer | undefined>
  /** The first bytes of a file, without reading the others; `undefined` if there is no file. */
  readHead(file: { readonly name: string; readonly place: 'kyc' | 'bin' }, length: number): Promise<Buffer | undefined>
  /** Moves files in use to the bin; a missing one is no error. */
  bin(names: readonly string[], at: Date): Promise<void>
  /** Restores files from the bin; a missing one is no error. */
  restore(names: readonly string[], at: Date): Promise<void>
  list(place: Place): Promise<FileEntry[]>
  /** Permanently erases files in the bin, or the marks of new files. */
  remove(names: readonly string[], place: 'bin' | 'new'): Promise<void>
  /** The id of the database that the files belong to; `undefined` before the first start. */
  readOwner(): Promise<string | undefined>
  /** @returns false if they belong to neither of both by now */
  writeOwner(owner: string, former: string | undefined): Promise<boolean>
}

export interface FilesHome {
  /** "the folder /var/lib/kimia/files" */
  readonly name: string
  /** The setting that names it. */
  readonly setting: string
  /** The file or object that names the owner. */
  readonly label: string
  /** Whether processes of another database may use it at this moment: an empty one of theirs is refused, too. */
  readonly isShared: boolean
}

/**
 * Ties uploaded files to their database by the id that both store. Pictures of another database are refused: this database names none of
 * them, and the sweep would remove them as leftovers.
 * @throws Error with a sentence for the operator
 */
export async function claimFiles({ database, files }: { database: Queryable; files: Files }): Promise<void> {
  const id = await readInstallationId(database)
  const owner = await files.readOwner()
  if (owner === id) return
  const { name, setting, label, isShared } = files.home
  const pictures = owner === undefined ? [] : await files.list('kyc')
  if (pictures.length > 0 || (owner !== undefined && isShared))
    throw new Error(
      `${name} belongs to another database, with ${pictures.length} pictures of documents. ` +
        `Give this database a ${setting} of its own, or, if it is a copy of theirs, remove ${label}.`,
    )
  if (!(await files.writeOwner(id, owner)))
    throw new Error(`${name} was just taken by another database. Give this database a ${setting} of its own.`)
}

const AT_ONCE = 8

/** Does the work for each item, a few at a time. After a failure it begins no more, and throws once none is under way. */
export async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < items.length; done += AT_ONCE) {
    const begun = items.slice(done, done + AT_ONCE).map(work)
    await Promise.allSettled(begun)
    await Promise.all(begun)
  }
}
