import { proposeLiabilities } from '#contract/operations-reports.ts'
import { type Route, route } from '../http/route.ts'
import type { Proposal } from '../store/accounts/proposals.ts'
import type { Transaction } from '../store/database.ts'
import { nextNumber, orderStatement } from '../store/wallets/liabilities.ts'
import { LIABILITIES_ORDERED } from '../wallets/liabilities/publish-liabilities.ts'
import { actOf } from './act.ts'
import type { ConsoleServices } from './console-services.ts'
import { type Approved, idOfProposed } from './proposals/proposal.ts'
import { proposeSetting } from './proposals/setting.ts'

/** A statement of liabilities beside that of the day takes two operators: it is published for ever. */
export function liabilityRoomRoutes({ accounts: { database, now } }: Pick<ConsoleServices, 'accounts'>): Route[] {
  return [
    route(proposeLiabilities, async (call) => {
      const proposed = database.transaction(async (tx) =>
        proposeSetting(
          tx,
          {
            ...{ kind: 'PUBLISH_LIABILITIES', subject: 'liabilities' },
            ...{ before: undefined, after: { statement: await nextNumber(tx) } },
          },
          { act: actOf(call), at: now() },
        ),
      )
      return idOfProposed(await proposed)
    }),
  ]
}

/** Orders the statement; the job that publishes them makes it at once. */
export async function orderLiabilities(
  tx: Transaction,
  _proposal: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved> {
  await orderStatement(tx, at)
  tx.announce(LIABILITIES_ORDERED)
  return {}
}
