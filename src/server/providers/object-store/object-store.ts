import type { VendorFault } from '../call-vendor.ts'

/** A write happens only if no object has the key yet, or if the present one has this tag. */
export type WriteCondition = 'absent' | { readonly tag: string }

export interface StoredObject {
  readonly bytes: Buffer
  /** It changes with the object. */
  readonly tag: string
}

export interface ListedObject {
  readonly key: string
  /** When it was written, by the clock of the store. */
  readonly at: Date
}

/**
 * Whole objects by their keys, for all processes of an exchange. Each call throws `ObjectStoreUnavailable` if the store gives no usable
 * answer in time; the same call may then be made again.
 */
export interface ObjectStore {
  /** Writes an object completely or not at all. @returns false if the condition does not hold */
  put(key: string, bytes: Uint8Array, condition: WriteCondition): Promise<boolean>
  /** An object, or its first bytes; `undefined` if there is none. */
  get(key: string, bytesMax?: number): Promise<StoredObject | undefined>
  /** Copies an object over another. @returns false if there is none to copy */
  copy(keys: { readonly from: string; readonly to: string }): Promise<boolean>
  /** A missing object is no error. */
  remove(key: string): Promise<void>
  /** All objects whose keys begin with the prefix, in the order of their keys. */
  list(prefix: string): Promise<readonly ListedObject[]>
}

/** The store gave no usable answer, so a person may try again later. It names neither keys of ours nor objects. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable'
  readonly fault: VendorFault

  /** @param reason the store's own code, for the person who runs the server */
  constructor(fault: VendorFault, reason?: string) {
    super(`the store of files gave no usable answer: ${fault}${reason ? ` (${reason})` : ''}`)
    this.fault = fault
  }
}
