import { join } from 'node:path'
import { vi } from 'vitest'
import type { PolicyText } from '#custody/policy.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { custodyFolder, startCustody, underTestLease } from './custody-process.ts'

interface Options {
  readonly policy: PolicyText
  readonly nodes: Readonly<Record<string, string>>
}

interface CustodyServices {
  readonly services: ChainServices
  /** The address of the hot wallet on the first network. */
  readonly hot: string
  /** Moves the clock. */
  readonly wait: (ms: number) => void
  readonly close: () => Promise<void>
}

/** The services of a server with the real process of custody behind its socket. An error that they log fails the test. */
export async function openCustodyServices(database: Database, { policy, nodes }: Options): Promise<CustodyServices> {
  const { folder, remove } = await custodyFolder(policy)
  const path = join(folder, 'custody.sock')
  const custody = startCustody({ folder, nodes, env: { CUSTODY_SOCKET: path } })
  await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 20_000 })
  const client = underTestLease(createCustodySocket({ path, timeoutMs: 10_000 }))
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const exchange = await openTestExchange(database, { markets: catalogue.markets, now: () => now().getTime() })
  const status = await client.ask('status', {})
  if (status.kind !== 'answered') throw new Error('custody is not there')
  const networks = new Map(Object.keys(policy.networks).map((name) => [name, { deposit: true, withdrawal: true }]))
  const fail = (details: object) => {
    throw Object.assign(new Error('an error was logged'), { details })
  }
  const services: ChainServices = {
    ...{ database, exchange, catalogue, custody: client, transfers: { ...TRANSFERS, networks } },
    screening: NO_SCREENING,
    ...{ now, log: { warn: () => undefined, error: fail } },
  }
  return {
    services,
    hot: status.result.networks[0]?.hotAddress ?? '',
    wait: (ms) => {
      aheadMs += ms
    },
    async close() {
      client.close()
      await custody.kill()
      await exchange.close()
      await remove()
    },
  }
}
