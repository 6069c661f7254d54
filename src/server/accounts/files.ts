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
}
