import { type Lease, takeLease } from '#server/exchange/lease.ts'
import type { Database } from '#server/store/database.ts'

/** The right to write without a lease: it deposes the writer before it, and no clock renews it. */
export const withoutLease = (database: Pick<Database, 'engine' | 'query' | 'pipeline'>): Promise<Lease> =>
  takeLease({ database, log: { warn: () => undefined }, leaseMs: 0 })
