import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { readIncoming } from '#server/store/wallets/incoming-transfers.ts'
import type { ChainServices } from '#server/wallets/chains/chain-services.ts'
import { checkTransaction, depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { isDerived } from '#server/wallets/chains/is-derived.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sweepDeposits } from '#server/wallets/chains/sweep-deposits.ts'
import { coinDepositsForFile } from '#server/wallets/own-deposits.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { type ChainWorld, openChainWorld } from '#tests/setup/chain-world.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const ETHER = 1_000_000_000_000_000_000n

onDatabase('coins that come in over a chain', (open) => {
  let world: ChainWorld
  let services: ChainWorld['services']
  let database: Database
  let anvil: ChainWorld['anvil']
  let token: string

  beforeAll(async () => {
    world = await openChainWorld(await open())
    ;({ services, database, anvil, token } = world)
    await scanDeposits(services)
  })
  afterAll(() => world?.close())

  let userId: number
  beforeEach(async () => {
    userId = (await verifiedUser(database)).userId
  })

  async function addressFor(relatedCoin = 'ETHEREUM', of = userId, tokenType = 'ERC20') {
    const own = await depositAddress(services, { userId: of, relatedCoin, tokenType })
    if (own instanceof Rejected) throw new Error(own.code)
    return own
  }

  const balance = async (coin: string) => {
    const id = services.catalogue.coinBySymbol.get(coin)?.id
    return (await readBalances(database, userId)).find(({ coinId }) => coinId === id)?.available ?? 0n
  }
  const states = async () =>
    (await readIncoming(database, { userId, page: 1, size: 20 })).rows.map(({ state, confirmations }) => [
      state,
      confirmations,
    ])
  const mine = (blocks: number) => world.mine(blocks)
  const decimalsOf = (coin: string) => services.catalogue.coinBySymbol.get(coin)?.decimals ?? 0
  const inUnits = (coin: string, whole: bigint) => whole * 10n ** BigInt(decimalsOf(coin))

  test('a user has one address for all coins of a network, and others have others', async () => {
    const first = await addressFor()
    expect((await addressFor('TETHER')).address).toBe(first.address)
    const other = await verifiedUser(database)
    expect((await addressFor('ETHEREUM', other.userId)).address).not.toBe(first.address)
    const many = await Promise.all(
      Array.from({ length: 5 }, async () => addressFor('ETHEREUM', (await verifiedUser(database)).userId)),
    )
    expect(new Set(many.map(({ index }) => index)).size).toBe(5)
    expect(Buffer.from(first.qrCode, 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  test('an address has one owner on all networks that derive it from one key, in whatever order they are opened', async () => {
    const asServed = services
    // The same account behind a second network: custody derives both from one path.
    const onBoth: ChainServices['custody'] = {
      ...world.client,
      async ask(name, params) {
        const isBep = 'network' in params && params.network === 'BEP20'
        const reply = await world.client.ask(name, isBep ? { ...params, network: 'ERC20' } : params)
        if (name !== 'status' || reply.kind !== 'answered' || !('networks' in reply.result)) return reply
        const second = reply.result.networks.map((each) => ({
          ...each,
          network: 'BEP20' as const,
          coins: each.coins.map((coin) => ({ ...coin, symbol: 'BINANCE_COIN_BSC' as const })),
        }))
        return { ...reply, result: { ...reply.result, networks: [...reply.result.networks, ...second] } }
      },
    }
    const networks = new Map(['ERC20', 'BEP20'].map((name) => [name, { deposit: true, withdrawal: false }]))
    services = { ...services, custody: onBoth, transfers: { ...services.transfers, networks } }
    try {
      const other = (await verifiedUser(database)).userId
      const mine = await addressFor('TETHER', userId, 'ERC20')
      const others = await addressFor('BINANCE_COIN_BSC', other, 'BEP20')
      expect((await addressFor('BINANCE_COIN_BSC', userId, 'BEP20')).address).toBe(mine.address)
      expect((await addressFor('TETHER', other, 'ERC20')).address).toBe(others.address)
      expect(others.address).not.toBe(mine.address)
    } finally {
      services = asServed
    }
  })

  test('an address whose row was swapped is not shown', async () => {
    const { index } = await addressFor()
    const stranger = '0x000000000000000000000000000000000000dEaD'
    await database.query("update deposit_addresses set address = $1 where network = 'ERC20' and index = $2", [
      stranger,
      index,
    ])
    await expect(addressFor()).rejects.toThrow('WALLET_UNAVAILABLE')
    expect(world.errors.splice(0)).toEqual(['a deposit address is not that of its derivation; it is not shown'])
  })

  test('coins and tokens wait for the depth of the network, and are credited once', async () => {
    const { address, confirmations } = await addressFor()
    await anvil.pay(address, 2n * ETHER)
    await anvil.mintToken(token, address, 25_000_000n)
    await scanDeposits(services)
    expect(await states()).toEqual([
      ['PENDING', 1],
      ['PENDING', 2],
    ])
    expect(await balance('ETHEREUM')).toBe(0n)
    await mine(confirmations)
    await Promise.all([scanDeposits(services), scanDeposits(services)])
    await scanDeposits(services)
    expect((await states()).map(([state]) => state)).toEqual(['CREDITED', 'CREDITED'])
    expect(await balance('ETHEREUM')).toBe(inUnits('ETHEREUM', 2n))
    expect(await balance('TETHER')).toBe(inUnits('TETHER', 25n))
    expect((await checkLedger(database)).faults).toEqual([])
    const kinds = await database.query('select kind from notices where user_id = $1', [userId])
    expect(kinds).toEqual([{ kind: 'DEPOSIT_CREDITED' }, { kind: 'DEPOSIT_CREDITED' }])
    const file = coinDepositsForFile(services, { userId, relatedCoin: 'ETHEREUM', language: 'en' })
    if (file instanceof Rejected) throw new Error(file.code)
    expect(await file.count(10)).toBe(1)
    const [row] = (await file.read({ page: 1, size: 5 })).rows
    expect(row && file.cells(row).slice(3)).toEqual(['ETH', '2', 'Confirmed', 'ERC20', row?.txid])
  })

  test('one that cannot be booked keeps no later one from its owner, and is booked with the next look', async () => {
    const { address, confirmations } = await addressFor()
    await anvil.pay(address, ETHER)
    await mine(1)
    await anvil.pay(address, 3n * ETHER)
    await mine(confirmations)
    let submitted = 0
    const submit: typeof services.exchange.submit = (command) =>
      submitted++ === 0 ? Promise.reject(new Error('no answer')) : services.exchange.submit(command)
    await scanDeposits({ ...services, exchange: { ...services.exchange, submit } })
    // The newest comes first.
    expect((await states()).map(([state]) => state)).toEqual(['CREDITED', 'PENDING'])
    expect(await balance('ETHEREUM')).toBe(inUnits('ETHEREUM', 3n))
    expect(world.errors.splice(0)).toEqual(['a deposit over a chain could not be booked; it is tried again'])
    await scanDeposits(services)
    expect(await balance('ETHEREUM')).toBe(inUnits('ETHEREUM', 4n))
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('a payment that a reorganisation drops is taken back, and waits again when it returns', async () => {
    const { address } = await addressFor()
    const snapshot = await anvil.call('evm_snapshot')
    await anvil.pay(address, ETHER)
    await scanDeposits(services)
    expect(await states()).toEqual([['PENDING', 1]])
    await anvil.call('evm_revert', snapshot)
    await mine(2)
    await scanDeposits(services)
    expect((await states()).map(([state]) => state)).toEqual(['DROPPED'])
    expect(await balance('ETHEREUM')).toBe(0n)
  })

  test('dust is set aside and credited to nobody, and the ledger agrees', async () => {
    const { address, confirmations } = await addressFor()
    await anvil.pay(address, 1_000_000n)
    await mine(confirmations)
    await scanDeposits(services)
    expect((await states()).map(([state]) => state)).toEqual(['TOO_SMALL'])
    expect(await balance('ETHEREUM')).toBe(0n)
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('a token that nobody serves is kept in sight and never credited', async () => {
    const unknown = '0x00000000000000000000000000000000000000AA'
    await anvil.call('anvil_setCode', unknown, await anvil.call<string>('eth_getCode', token, 'latest'))
    const { address, confirmations } = await addressFor()
    await anvil.mintToken(unknown, address, 99n)
    await mine(confirmations)
    await scanDeposits(services)
    const { rows } = await readIncoming(database, { userId, page: 1, size: 5 })
    expect(rows).toMatchObject([{ state: 'UNKNOWN_COIN', coinId: undefined, amount: 99n }])
    expect(rows[0]?.contract?.toLowerCase()).toBe(unknown.toLowerCase())
  })

  test('deposits are moved to the hot wallet once they are many times their fee, and the books lose the networks’ fees alone', async () => {
    const { address, confirmations } = await addressFor('TETHER')
    const { hot, tokensOf: held, etherOf } = world
    await world.fundHot(ETHER, 0n)
    const coins = services.catalogue.coinBySymbol
    const booked = async (symbol: string) => {
      const row = (await readBalances(database, ownerIdOf('hot/ERC20'))).find(
        ({ coinId }) => coinId === coins.get(symbol)?.id,
      )
      return row?.available ?? 0n
    }
    const move = async () => {
      for (let round = 0; round < 4; round += 1) {
        await sweepDeposits(services)
        await mine(confirmations)
      }
    }
    await anvil.mintToken(token, address, 30_000_000n)
    await mine(confirmations)
    await scanDeposits(services)
    await move()
    expect(await held(address)).toBe(30_000_000n)
    await anvil.mintToken(token, address, 500_000_000n)
    await mine(confirmations)
    await scanDeposits(services)
    const before = { hot: await held(hot), tether: await booked('TETHER'), ether: await booked('ETHEREUM') }
    const ether = await etherOf(hot)
    await move()
    expect(await held(address)).toBe(0n)
    expect((await held(hot)) - before.hot).toBe(530_000_000n)
    expect(await booked('TETHER')).toBe(before.tether)
    // The address was sent ether for its fee, and what is left of it is still the exchange's.
    const spent = ether - (await etherOf(hot)) - (await etherOf(address))
    expect((await booked('ETHEREUM')) - before.ether).toBe(spent)
    await move()
    const rows = await database.query('select ended_at is not null as ended from sweeps where user_id = $1', [userId])
    expect(rows).toEqual([{ ended: true }])
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('a user finds a payment by its transaction, and nobody finds another’s', async () => {
    const { address, confirmations } = await addressFor()
    const txid = await anvil.pay(address, ETHER)
    await scanDeposits(services)
    const check = (of = userId, id = txid) =>
      checkTransaction(services, { userId: of, relatedCoin: 'ETHEREUM', tokenType: 'ERC20', txid: id })
    expect(await check()).toMatchObject({ transactionIsDone: false })
    await mine(confirmations)
    await scanDeposits(services)
    expect(await check()).toMatchObject({ transactionIsDone: true })
    const other = await verifiedUser(database)
    expect(await check(other.userId)).toMatchObject({ code: 'DEPOSIT_NOT_RECOGNIZED' })
    expect(await check(userId, 'nothing')).toMatchObject({ code: 'INVALID_TXID' })
  })

  test('while custody is away no address is shown, and what came meanwhile is found afterwards', async () => {
    const { address, confirmations } = await addressFor()
    await world.custody().kill()
    expect(await depositAddress(services, { userId, relatedCoin: 'ETHEREUM', tokenType: 'ERC20' })).toMatchObject({
      code: 'WALLET_UNAVAILABLE',
    })
    await scanDeposits(services)
    await anvil.pay(address, ETHER)
    await mine(confirmations)
    await world.restart()
    await scanDeposits(services)
    expect((await states()).map(([state]) => state)).toEqual(['CREDITED'])
  })
})

test.each([
  ['ERC20', '0xcBa2f2bE7eA2AeB9D4fC0E1D6f2C0D7E4d4E5a3b'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
] as const)('an address of %s that is not of the key is refused', (network, address) => {
  const extendedPublicKey =
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
  expect(isDerived({ network, extendedPublicKey, index: 0, address })).toBe(false)
})
