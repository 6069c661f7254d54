import { join } from 'node:path'
import { vi } from 'vitest'
import { TRANSFERS } from '#domain/transfers.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import type { CustodyClient } from '#server/providers/custody/custody.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import type { Database } from '#server/store/database.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { type Anvil, startAnvil } from '../../src/scripts/anvil.ts'
import {
  type CustodyProcess,
  custodyFolder,
  evmPolicy,
  startCustody,
  TEST_CHAIN_ID,
  underTestLease,
} from './custody-process.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'

export interface ChainWorld {
  readonly database: Database
  readonly exchange: TestExchange
  readonly anvil: Anvil
  /** Between custody and the chain: it can lose calls. */
  readonly node: FaultyNode
  readonly token: string
  readonly client: CustodyClient
  readonly services: ChainServices
  /** Everything that the services logged as an error. */
  readonly errors: string[]
  /** The same errors in their own words. */
  readonly reasons: string[]
  readonly custody: () => CustodyProcess
  /** Starts custody again after a kill. */
  readonly restart: () => Promise<void>
  /** Moves the clock of the services; custody's own goes on as it does. */
  readonly wait: (ms: number) => void
  readonly mine: (blocks: number) => Promise<unknown>
  /** The address of the hot wallet. */
  readonly hot: string
  /** Gives coins to the hot wallet that the ledger knows nothing of. */
  readonly fundHot: (ether: bigint, tokens: bigint) => Promise<void>
  readonly tokensOf: (owner: string) => Promise<bigint>
  readonly etherOf: (owner: string) => Promise<bigint>
  readonly close: () => Promise<void>
}

/** A real chain, the real process of custody behind its socket, and a real database. */
export async function openChainWorld(
  database: Database,
  policy: Parameters<typeof evmPolicy>[0] = {},
): Promise<ChainWorld> {
  const anvil = await startAnvil({ chainId: TEST_CHAIN_ID })
  const node = await startFaultyNode(anvil.url)
  const token = await anvil.deployToken()
  const place = await custodyFolder(evmPolicy({ contract: token, ...policy }))
  const path = join(place.folder, 'custody.sock')
  const start = async () => {
    const started = startCustody({
      ...{ folder: place.folder, nodes: { ERC20: node.url }, env: { CUSTODY_SOCKET: path } },
    })
    await vi.waitUntil(() => started.log().includes('custody is ready'), { timeout: 20_000 })
    return started
  }
  let custody = await start()
  const client = underTestLease(createCustodySocket({ path, timeoutMs: 10_000 }))
  await seedCatalogue(database)
  const catalogue = await readCatalogue(database)
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const exchange = await openTestExchange(database, { markets: catalogue.markets, now: () => now().getTime() })
  const networks = new Map([['ERC20', { deposit: true, withdrawal: true }]])
  const errors: string[] = []
  const reasons: string[] = []
  const error = ({ err }: { err?: unknown }, message: string) => {
    errors.push(message)
    reasons.push(String(err))
  }
  const log = { warn: () => undefined, error }
  const status = await client.ask('status', {})
  if (status.kind !== 'answered') throw new Error('custody is not there')
  const hot = status.result.networks[0]?.hotAddress ?? ''
  return {
    hot,
    async fundHot(ether, tokens) {
      await anvil.call('anvil_setBalance', hot, `0x${ether.toString(16)}`)
      await anvil.mintToken(token, hot, tokens)
    },
    async tokensOf(owner) {
      const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
      return BigInt(await anvil.call<string>('eth_call', { to: token, data }, 'latest'))
    },
    etherOf: async (owner) => BigInt(await anvil.call<string>('eth_getBalance', owner, 'latest')),
    ...{ database, exchange, anvil, node, token, client, errors, reasons },
    services: {
      ...{ database, exchange, catalogue, custody: client, screening: NO_SCREENING, now, log },
      transfers: { ...TRANSFERS, networks },
    },
    custody: () => custody,
    restart: async () => {
      custody = await start()
    },
    wait: (ms) => {
      aheadMs += ms
    },
    mine: (blocks) => anvil.call('anvil_mine', `0x${blocks.toString(16)}`),
    close: async () => {
      client.close()
      await custody.kill()
      await node.close()
      await anvil.stop()
      await exchange.close()
      await place.remove()
    },
  }
}
