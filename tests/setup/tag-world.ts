import { join } from 'node:path'
import { vi } from 'vitest'
import { TRANSFERS } from '#domain/transfers.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { custodyFolder, startCustody } from './custody-process.ts'

interface TagNetwork {
  readonly network: 'XRP' | 'XLM'
  readonly url: string
  readonly policy: Parameters<typeof custodyFolder>[0]
}

/** The real process of custody behind its socket, on a network whose users share an address, and a real database. */
export async function openTagWorld(database: Database, { network, url, policy }: TagNetwork) {
  const { folder, remove } = await custodyFolder(policy)
  const path = join(folder, 'custody.sock')
  const custody = startCustody({ folder, nodes: { [network]: url }, env: { CUSTODY_SOCKET: path } })
  await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 20_000 })
  const client = createCustodySocket({ path, timeoutMs: 10_000 })
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const exchange = await openTestExchange(database, { markets: catalogue.markets, now: () => now().getTime() })
  const fail = (details: object) => {
    throw Object.assign(new Error('an error was logged'), { details })
  }
  const status = await client.ask('status', {})
  if (status.kind !== 'answered') throw new Error('custody is not there')
  const services: ChainServices = {
    ...{ database, exchange, catalogue, custody: client, now, log: { warn: () => undefined, error: fail } },
    screening: NO_SCREENING,
    transfers: { ...TRANSFERS, networks: new Map([[network, { deposit: true, withdrawal: true }]]) },
  }
  return {
    services,
    exchange,
    hot: status.result.networks[0]?.hotAddress ?? '',
    wait: (ms: number) => {
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
