/**
 * Where files lie: those in use; the bin of those that no row names any more, since a restored back-up may still name them; and an
 * empty file in "new" for each file of which nobody has looked yet whether a row names it, so that a sweep reads those and not all.
 */
export type Place = 'kyc' | 'bin' | 'new'

export interface FileEntry {
  readonly name: string
  /** When it was written, or came into the bin. */
  readonly at: Date
}

/** Uploaded files by their names, as whole objects: a folder, or a store of objects such as S3. It is given sealed bytes alone. */
export interface Files {
  /** Keeps a file in use under a name that is new, and marks it as new. It is whole on the disk when this returns. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Changes the bytes of a file, wholly or not at all; its time stays. A missing one stays missing. */
  replace(file: { readonly name: string; readonly place: 'kyc' | 'bin' }, bytes: Uint8Array): Promise<void>
  /** `undefined` where there is none. */
  read(name: string, place?: 'kyc' | 'bin'): Promise<Buffer | undefined>
  /** The first bytes of a file, without reading the others; `undefined` where there is none. */
  readHead(file: { readonly name: string; readonly place: 'kyc' | 'bin' }, length: number): Promise<Buffer | undefined>
  /** Moves files in use to the bin; a missing one is no error. */
  bin(names: readonly string[], at: Date): Promise<void>
  /** Takes files back out of the bin; a missing one is no error. */
  restore(names: readonly string[], at: Date): Promise<void>
  list(place: Place): Promise<FileEntry[]>
  /** Erases for good what lies in the bin, or the marks of new files. */
  remove(names: readonly string[], place: 'bin' | 'new'): Promise<void>
}
