import { createSealer } from '#server/accounts/sealer.ts'
import type { Database } from '#server/store/database.ts'
import type { LiabilityServices } from '#server/wallets/liabilities/liability-services.ts'
import { publishLiabilities } from '#server/wallets/liabilities/publish-liabilities.ts'
import { COINS } from '#tests/builders/coins.ts'
import { type CustodyAnswers, custodyDouble } from '#tests/builders/custody-double.ts'
import { KEY } from '#tests/builders/liability-tree.ts'

export const MORNING = new Date('2026-11-29T06:00:00Z')
export const DAY = 24 * 3_600_000
export const NOT_STOPPING = new AbortController().signal

/** The services on a clock that a test moves. */
export function servicesOn(database: Database, answers?: CustodyAnswers) {
  const clock = { at: MORNING }
  const services: LiabilityServices = {
    database,
    catalogue: { coins: COINS, coinBySymbol: new Map(COINS.map((coin) => [coin.symbol, coin])) },
    sealer: createSealer([{ id: 1, key: Buffer.alloc(32, 1) }]),
    key: KEY,
    custody: answers && custodyDouble(answers),
    now: () => clock.at,
    log: { warn: () => undefined, error: () => undefined },
  }
  return { services, clock, publish: () => publishLiabilities(services, NOT_STOPPING) }
}
