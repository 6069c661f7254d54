import { expect, onTestFinished, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { readIncoming } from '#server/store/wallets/incoming-transfers.ts'
import { depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { tronPolicy } from '#tests/setup/custody-process.ts'
import { openCustodyServices } from '#tests/setup/custody-services.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

onDatabase('coins that come in over TRON', (open) => {
  async function start() {
    const chain = new SandboxTronChain({ solidAfter: 3 })
    const node = await listenOnLoopback(tronSandbox(chain))
    onTestFinished(node.close)
    const policy = tronPolicy({ firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT })
    const { services, close } = await openCustodyServices(await open(), { policy, nodes: { TRC20: node.url } })
    onTestFinished(close)
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
