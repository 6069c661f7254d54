import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerIdOf, SYSTEM_ACCOUNT } from '#domain/ledger.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { bookOpeningBalances } from '#server/wallets/chains/opening-balances.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 10n ** 18n
const USDT = 10n ** 6n

onDatabase('coins that the exchange brings to its hot wallet before the first look', (open) => {
  let world: ChainWorld
  beforeAll(async () => {
    world = await openChainWorld(await open())
    await world.fundHot(3n * ETHER, 700n * USDT)
  })
  afterAll(() => world?.close())

  test('are booked as its own, once; what comes later is read from the chain', async () => {
    const { database, services } = world
    const held = async (ownerId: number, symbol: string) => {
      const id = services.catalogue.coinBySymbol.get(symbol)?.id
      return (await readBalances(database, ownerId)).find(({ coinId }) => coinId === id)?.available ?? 0n
    }
    const figures = () =>
      Promise.all(
        ['TETHER', 'ETHEREUM'].flatMap((symbol) =>
          [ownerIdOf('hot/ERC20'), SYSTEM_ACCOUNT.otcInventory].map((ownerId) => held(ownerId, symbol)),
        ),
      )
    const status = await world.client.ask('status', {})
    if (status.kind !== 'answered') throw new Error('custody is not there')
    const { networks } = status.result
    await bookOpeningBalances({ ...services, custody: { ask: async () => ({ kind: 'unavailable' }) } }, networks)
    expect(await figures()).toEqual([0n, 0n, 0n, 0n])
    await bookOpeningBalances(services, networks)
    const opened = await figures()
    expect(opened.slice(0, 2)).toEqual([-700n * USDT, 700n * USDT])
    expect(opened[2]).toBe(-(opened[3] ?? 0n))
    expect(opened[3]).toBeGreaterThan(0n)
    await world.fundHot(5n * ETHER, 50n * USDT)
    await bookOpeningBalances(services, networks)
    await scanDeposits(services)
    expect(await figures()).toEqual(opened)
    expect((await checkLedger(database)).faults).toEqual([])
  })
})
