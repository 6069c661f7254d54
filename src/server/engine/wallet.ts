import type { Amount } from '#domain/units.ts'

export type Bucket = 'available' | 'blocked'

/** What one owner has of one coin. Its balances are changed by `post` alone. */
export interface Wallet {
  readonly ownerId: number
  readonly coinId: number
  available: Amount
  blocked: Amount
}
