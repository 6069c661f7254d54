import { toCount } from '#domain/counts.ts'
import { lendTo, lentOf } from '../operations/seed-capital.ts'
import {
  type SandboxTradersSettings,
  startSandboxTraders as startTraders,
} from '../operations/start-sandbox-traders.ts'
import { readTradingTerms } from '../store/accounts/levels.ts'
import { createSupervisor, findOwner } from '../store/accounts/users.ts'
import type { Core } from './core.ts'

/** The account's name in the database, which marks its trades as simulated. */
const SANDBOX_TRADERS = 'sandbox-traders'
/** For the liveliest market; all of them together get some 900 orders an hour, 21,500 a day. */
const MEAN_WAIT_MS = 30_000
const ORDERS_PER_DAY_MAX = 25_000
const ROUND_MS = 500

/** They trade with the loans of a first start. */
const areWanted = ({ config, providers }: Core) =>
  config.sandboxTraders && config.seedCapital && providers.sandboxMarket !== undefined

/** Their account and its credit line. If they are off: the account of an earlier run, which identifies its trades. */
export async function seedSandboxTraders(core: Core): Promise<number | undefined> {
  const { database, exchange, catalogue } = core
  if (!areWanted(core)) return findOwner(database, { systemName: SANDBOX_TRADERS })
  const userId = await createSupervisor(database, { systemName: SANDBOX_TRADERS, at: new Date() })
  await lendTo({ userId, name: SANDBOX_TRADERS }, { exchange, catalogue })
  return userId
}

type Surroundings = Pick<SandboxTradersSettings, 'reference' | 'quoteInToman' | 'isOpen' | 'pricesOf'>

/** Starts the simulated traders if they are on. */
export async function startSandboxTraders(
  core: Core,
  { userId, ...surroundings }: { userId: number | undefined } & Surroundings,
): Promise<{ stop(): Promise<void> }> {
  const { database, exchange, catalogue, logger } = core
  const terms = userId !== undefined && areWanted(core) ? await readTradingTerms(database, userId) : undefined
  if (userId === undefined || !terms) return { stop: async () => undefined }
  const { livelinessOf } = await import('#sandbox/prices/liveliness.ts')
  return startTraders({
    database,
    exchange,
    markets: catalogue.markets,
    userId,
    charges: terms.charges,
    ...surroundings,
    lent: lentOf(catalogue),
    meanWaitMs: ({ base, quote }) =>
      Math.round((MEAN_WAIT_MS * 10_000) / toCount(livelinessOf({ base: base.symbol, quote: quote.symbol }))),
    ordersPerDayMax: ORDERS_PER_DAY_MAX,
    roundMs: ROUND_MS,
    seed: Date.now() % 2 ** 31,
    log: logger,
    now: Date.now,
  })
}
