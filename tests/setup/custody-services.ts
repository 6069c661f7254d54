import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { PolicyText } from '#custody/policy.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { custodyFolder, startCustody } from './custody-process.ts'

interface Options {
  readonly policy: PolicyText
  readonly nodes: Readonly<Record<string, string>>
}

/**
 * The services of a server with the real process of custody behind its socket, until the test ends. An error that they log fails the test.
 * `wait` moves their clock.
 */
export async function openCustodyServices(
  database: Database,
  { policy, nodes }: Options,
): Promise<{ services: ChainServices; wait: (ms: number) => void }> {
  const { folder, remove } = await custodyFolder(policy)
  const path = join(folder, 'custody.sock')
  const custody = startCustody({ folder, nodes, env: { CUSTODY_SOCKET: path } })
  await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 10_000 })
  const client = createCustodySocket({ path, timeoutMs: 10_000 })
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const exchange = await openTestExchange(database, { markets: catalogue.markets, now: () => now().getTime() })
  onTestFinished(async () => {
    client.close()
    await custody.kill()
    await exchange.close()
    await remove()
  })
  const networks = new Map(Object.keys(policy.networks).map((name) => [name, { deposit: true, withdrawal: true }]))
  const fail = (details: object) => {
    throw Object.assign(new Error('an error was logged'), { details })
  }
  const services: ChainServices = {
    ...{ database, exchange, catalogue, custody: client, transfers: { ...TRANSFERS, networks } },
    screening: NO_SCREENING,
    ...{ now, log: { warn: () => undefined, error: fail } },
  }
  const wait = (ms: number) => {
    aheadMs += ms
  }
  return { services, wait }
}
