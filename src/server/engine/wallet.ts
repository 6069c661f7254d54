import type { Amount } from '#domain/units.ts'

export type Bucket = 'available' | 'blocked'

/** What one owner has of one coin. */
export interface Wallet {
  readonly ownerId: number
  readonly coinId: number
  available: Amount
  blocked: Amount
  /** The last entry that changed it. */
  lastSeq: number
  /** Where its latest postings lie in their journal: one entry changes each bucket by one posting only. */
  availableAt: number
  blockedAt: number
}
