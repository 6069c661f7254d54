import * as contract from '#contract/liabilities.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { type Route, route } from '../../http/route.ts'
import { keepSnapshot } from '../../http/snapshot.ts'
import { findStatement } from '../../store/wallets/liabilities.ts'
import { findProof } from './find-proof.ts'
import { type LiabilityBoard, publishedOnWire } from './liability-board.ts'
import type { LiabilityServices } from './liability-services.ts'

/** Of one customer, in an hour: each reads some dozens of rows of 12 kB. */
export const PROOFS_MAX = 100

export interface LiabilityRouteServices extends Pick<LiabilityServices, 'database' | 'catalogue' | 'sealer'> {
  readonly board: Pick<LiabilityBoard, 'newest' | 'listed' | 'version'>
  /** Counts a proof of a user, and refuses more than `PROOFS_MAX` in an hour. */
  readonly countProof: (userId: number) => Promise<Rejected | undefined>
}

/** The published statements, and each customer's own proof. */
export function liabilityRoutes(services: LiabilityRouteServices): Route[] {
  const { database, board, countProof } = services
  const keep = keepSnapshot()
  return [
    route(contract.getLiabilities, () =>
      keep(board.version, () => ({ baseDTO: board.newest ?? null, content: board.listed })),
    ),
    route(contract.getLiabilityStatement, async ({ params }) => {
      const kept = await findStatement(database, readId(params.number))
      return kept ? { baseDTO: publishedOnWire(kept) } : rejected('NOT_FOUND')
    }),
    route(contract.getLiabilityProof, async ({ params, caller: { userId, supervisor } }) => {
      // A market maker's balances are never sent, not even in its own session.
      if (supervisor) return rejected('NOT_FOUND')
      const tooMany = await countProof(userId)
      if (tooMany) return tooMany
      const found = await findProof(services, { number: readId(params.number), userId })
      return found instanceof Rejected ? found : { baseDTO: found }
    }),
  ]
}
