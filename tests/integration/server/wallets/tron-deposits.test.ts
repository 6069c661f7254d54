import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { TRANSFERS } from '#domain/transfers.ts'
import { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { NO_SCREENING } from '#server/providers/screening/screening.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { readIncoming } from '#server/store/wallets/incoming-transfers.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { openTestExchange } from '#tests/builders/test-exchange.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { custodyFolder, startCustody, tronPolicy } from '#tests/setup/custody-process.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

onDatabase('coins that come in over TRON', (open) => {
  /** A sandbox, the real process of custody behind its socket, and a real database. */
  async function start() {
    const chain = new SandboxTronChain({ solidAfter: 3 })
    const node = await listenOnLoopback(tronSandbox(chain))
    const { folder, remove } = await custodyFolder(tronPolicy({ firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT }))
    const path = join(folder, 'custody.sock')
    const custody = startCustody({ folder, nodes: { TRC20: node.url }, env: { CUSTODY_SOCKET: path } })
    await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 10_000 })
    const client = createCustodySocket({ path, timeoutMs: 10_000 })
    const database = await open()
    await seedCatalogue(database)
    const catalogue = await readCatalogue(database)
    const exchange = await openTestExchange(database, { markets: catalogue.markets })
    onTestFinished(async () => {
      client.close()
      await custody.kill()
      await node.close()
      await exchange.close()
      await remove()
    })
    const networks = new Map([['TRC20', { deposit: true, withdrawal: false }]])
    const fail = (details: object) => {
      throw Object.assign(new Error('an error was logged'), { details })
    }
    const services: ChainServices = {
      ...{ database, exchange, catalogue, custody: client, transfers: { ...TRANSFERS, networks } },
      screening: NO_SCREENING,
      ...{ now: () => new Date(), log: { warn: () => undefined, error: fail } },
    }
    return { chain, services }
  }

  test('are booked once, when they are deep enough, under the address that another derivation confirms', async () => {
    const { chain, services } = await start()
    const { database, catalogue } = services
    const { userId } = await verifiedUser(database)
    await scanDeposits(services)
    const own = await depositAddress(services, { userId, relatedCoin: 'TETHER', tokenType: 'TRC20' })
    if (own instanceof Rejected) throw new Error(own.code)
    const coins = await depositAddress(services, { userId, relatedCoin: 'TRON', tokenType: 'TRC20' })
    expect(coins).toMatchObject({ address: own.address, confirmations: 3 })
    chain.payToken(own.address, 25_000_000n)
    chain.pay(own.address, 40_000_000n)
    chain.produce()
    const balances = async () => {
      const held = await readBalances(database, userId)
      return ['TETHER', 'TRON'].map((symbol) => {
        const id = catalogue.coinBySymbol.get(symbol)?.id
        return held.find(({ coinId }) => coinId === id)?.available ?? 0n
      })
    }
    await scanDeposits(services)
    expect(await balances()).toEqual([0n, 0n])
    chain.reorganise(1)
    chain.produce(2)
    for (let scan = 0; scan < 3; scan += 1) await scanDeposits(services)
    expect(await balances()).toEqual([25_000_000n, 40_000_000n])
    const { rows } = await readIncoming(database, { userId, page: 1, size: 20 })
    expect(rows.map(({ state }) => state)).toEqual(['CREDITED', 'CREDITED'])
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
