import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import { ownerIdOf } from '#domain/ledger.ts'
import { amount } from '#domain/units.ts'
import { NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'
import { xrpSandbox } from '#sandbox/xrp/xrp-sandbox.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { readBalances } from '#server/store/wallets/balances.ts'
import { readIncoming, readOdd } from '#server/store/wallets/incoming-transfers.ts'
import { findWithdrawal } from '#server/store/wallets/withdrawals.ts'
import { checkTransaction, depositAddress } from '#server/wallets/chains/deposit-address.ts'
import { readAddress, readCoinDestination } from '#server/wallets/chains/read-coin-destination.ts'
import { scanDeposits } from '#server/wallets/chains/scan-deposits.ts'
import { sendWithdrawals } from '#server/wallets/chains/send-withdrawals.ts'
import { shownAddress } from '#server/wallets/own-withdrawals.ts'
import { listReceived } from '#server/wallets/transfers/list-received.ts'
import { makeTransfers } from '#server/wallets/transfers/make-transfers.ts'
import type { BoundWithdrawal, WalletServices } from '#server/wallets/wallets.ts'
import { sendWithdrawalCode } from '#server/wallets/withdraw.ts'
import { leavingTo } from '#tests/builders/commands.ts'
import { openTestWallets } from '#tests/builders/test-wallets.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { xrpPolicy } from '#tests/setup/custody-process.ts'
import { openCustodyServices } from '#tests/setup/custody-services.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const XRP = 1_000_000n
const STRANGER = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'
const CODE = (read: object) => (read instanceof Rejected ? read.code : read)

onDatabase('coins that come and go over XRP', (open) => {
  const ledgers = new SandboxXrpLedgers()
  let world: Awaited<ReturnType<typeof openCustodyServices>>
  let node: Awaited<ReturnType<typeof listenOnLoopback>>
  beforeAll(async () => {
    node = await listenOnLoopback(xrpSandbox(ledgers))
    const policy = xrpPolicy({ networkId: NETWORK_ID })
    world = await openCustodyServices(await open(), { policy, nodes: { XRP: node.url } })
    await scanDeposits(world.services)
  })
  afterAll(async () => {
    await world?.close()
    await node?.close()
  })

  const coin = () => {
    const found = world.services.catalogue.coinBySymbol.get('RIPPLE')
    if (!found) throw new Error('there is no such coin')
    return found
  }
  /** Base units of the ledger. */
  const units = (drops: bigint) => (drops * 10n ** BigInt(coin().decimals)) / XRP
  const availableOf = async (ownerId: number) => {
    const held = await readBalances(world.services.database, ownerId)
    return held.find(({ coinId }) => coinId === coin().id)?.available ?? 0n
  }
  async function newUser() {
    const { userId } = await verifiedUser(world.services.database)
    const own = await depositAddress(world.services, { userId, relatedCoin: 'RIPPLE', tokenType: 'XRP' })
    if (own instanceof Rejected) throw new Error(own.code)
    return { userId, address: own.address, tag: own.tag ?? '' }
  }
  const pay = (drops: bigint, tag?: string) =>
    ledgers.pay(world.hot, drops, tag === undefined ? undefined : Number(tag))
  async function arrive() {
    ledgers.close()
    for (let scan = 0; scan < 3; scan += 1) await scanDeposits(world.services)
  }

  test('are credited once to the user of the tag, as much as arrived', async () => {
    const [one, two] = [await newUser(), await newUser()]
    expect([one, two].map(({ address }) => address)).toEqual([world.hot, world.hot])
    expect(one.tag).not.toBe(two.tag)
    const txid = pay(5n * XRP, one.tag)
    ledgers.payPartially(world.hot, { amount: 9_000n * XRP, delivered: 3n * XRP, tag: Number(two.tag) })
    await arrive()
    expect([await availableOf(one.userId), await availableOf(two.userId)]).toEqual([units(5n * XRP), units(3n * XRP)])
    const asked = { relatedCoin: 'RIPPLE', tokenType: 'XRP', txid: txid.toLowerCase() }
    expect(await checkTransaction(world.services, { ...asked, userId: one.userId })).toMatchObject({
      transactionIsDone: true,
    })
    expect(CODE(await checkTransaction(world.services, { ...asked, userId: two.userId }))).toBe(
      'DEPOSIT_NOT_RECOGNIZED',
    )
    expect((await checkLedger(world.services.database)).faults).toEqual([])
  })

  test('without a tag, or with that of nobody, are booked for nobody and listed to operators', async () => {
    const { database } = world.services
    const { userId, tag } = await newUser()
    const suspense = () => availableOf(ownerIdOf('suspense/XRP'))
    const before = await suspense()
    pay(7n * XRP)
    pay(8n * XRP, '4000000000')
    pay(9n * XRP, `${Number(tag) + 1}`)
    await arrive()
    const odd = await readOdd(database, { before: undefined, most: 3 })
    expect(odd.map((row) => [row.state, row.userId, row.tag, row.amount])).toEqual([
      ['UNOWNED', undefined, `${Number(tag) + 1}`, units(9n * XRP)],
      ['UNOWNED', undefined, '4000000000', units(8n * XRP)],
      ['UNOWNED', undefined, undefined, units(7n * XRP)],
    ])
    expect((await suspense()) - before).toBe(units(24n * XRP))
    expect((await readIncoming(database, { userId, page: 1, size: 20 })).rows).toEqual([])
    expect((await checkLedger(database)).faults).toEqual([])
  })

  test('reach an address with its tag, which a destination that needs one is asked for', async () => {
    const { services } = world
    const { userId, tag } = await newUser()
    pay(200n * XRP, tag)
    ledgers.pay(STRANGER, 5n * XRP)
    await arrive()
    ledgers.requireTag(STRANGER)
    const place = { coin: coin(), tokenType: 'XRP', address: STRANGER, amount: amount(units(50n * XRP)) }
    const refusals = [
      [{}, 'TAG_REQUIRED'],
      [{ tag: 'seven' }, 'TAG_INVALID'],
      [{ tag: '7', address: 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Wt' }, 'ADDRESS_INVALID'],
      [{ tag, address: world.hot }, 'CONFLICT'],
    ] as const
    for (const [change, code] of refusals)
      expect(CODE(await readCoinDestination(services, { ...place, ...change })), code).toBe(code)
    expect(CODE(await readAddress(services, place))).toBe('TAG_REQUIRED')
    expect(await readAddress(services, { ...place, tag: '007' })).toEqual({
      tokenType: 'XRP',
      address: STRANGER,
      tag: '7',
    })
    const destination = await readCoinDestination(services, { ...place, tag: '007' })
    if (destination instanceof Rejected) throw new Error(destination.code)
    const sent = { type: 'withdraw', userId, key: 'withdraw', fingerprint: 'withdraw', coinId: coin().id } as const
    const raised = await services.exchange.submit({ ...sent, amount: place.amount, ...leavingTo(destination) })
    if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
    for (let round = 0; round < 6; round += 1) {
      world.wait(6_000)
      await sendWithdrawals(services)
      ledgers.close()
    }
    const row = await findWithdrawal(services.database, { id: raised.withdrawalId, userId })
    expect(row).toMatchObject({ state: 'CONFIRMED', address: STRANGER, tag: '7' })
    expect(ledgers.find(row?.sentReference ?? '')?.transaction.wire).toMatchObject({ DestinationTag: 7 })
    const fee = (destination.networkFee * XRP) / 10n ** BigInt(coin().decimals)
    expect(ledgers.balance(STRANGER)).toBe(55n * XRP - fee)
    expect((await checkLedger(services.database)).faults).toEqual([])
  })

  /** Wallets whose withdrawals go over XRP, and what their codes were bound to. */
  async function codesOver() {
    const { services } = world
    const { wallets, user } = await openTestWallets(services.database)
    const bound: BoundWithdrawal[] = []
    const asking: WalletServices = {
      ...wallets,
      ...{ catalogue: services.catalogue, inToman: () => amount(1n) },
      readCoinDestination: (asked) => readCoinDestination(services, asked),
      withdrawalCodes: {
        ...wallets.withdrawalCodes,
        send: async (each) => {
          bound.push(each)
          return { channel: 'SMS' }
        },
      },
    }
    const caller = { userId: user.userId, sessionId: 1 }
    const send = (destinationWalletAddress: string, tag: string, language: 'fa' | 'en') =>
      sendWithdrawalCode(
        asking,
        { amount: '50', destinationWalletAddress, tag, relatedCoin: 'RIPPLE', tokenType: 'XRP' },
        { caller, ip: '1.1.1.1', userAgent: '', language },
      )
    return { bound, send }
  }

  test('to the address and tag of another user are settled inside the ledger: whole, at once, and without the network', async () => {
    const { services } = world
    const { database } = services
    const [sender, recipient] = [await newUser(), await newUser()]
    pay(60n * XRP, sender.tag)
    await arrive()
    const place = { coin: coin(), tokenType: 'XRP', address: world.hot, amount: amount(units(50n * XRP)) }
    const asked = { ...place, sender: sender.userId }
    for (const tag of [sender.tag, '4000000001'])
      expect(CODE(await readCoinDestination(services, { ...asked, tag })), tag).toBe('CONFLICT')
    // A quick purchase names no sender, and goes to nobody's balance but one's own.
    expect(CODE(await readCoinDestination(services, { ...place, tag: recipient.tag }))).toBe('CONFLICT')
    const destination = await readCoinDestination(services, { ...asked, tag: recipient.tag })
    if (destination instanceof Rejected) throw new Error(destination.code)
    expect(destination).toMatchObject({ tokenType: 'USER', tag: recipient.tag, networkFee: 0n })
    const onLedger = ledgers.balance(world.hot)
    const sent = { type: 'withdraw', userId: sender.userId, key: 'inside', fingerprint: 'inside' } as const
    const raised = await services.exchange.submit({
      ...{ ...sent, coinId: coin().id, amount: place.amount },
      ...leavingTo(destination),
    })
    if (raised.kind !== 'withdrawal') throw new Error(`refused: ${JSON.stringify(raised)}`)
    await makeTransfers(services)
    await makeTransfers(services)
    const row = await findWithdrawal(database, { id: raised.withdrawalId, userId: sender.userId })
    expect(row && shownAddress(row)).toBe(world.hot)
    expect(row).toMatchObject({ state: 'CONFIRMED', tag: recipient.tag, networkFee: 0n })
    expect(await availableOf(recipient.userId)).toBe(units(50n * XRP))
    expect(await availableOf(sender.userId)).toBe(units(10n * XRP))
    expect(ledgers.balance(world.hot)).toBe(onLedger)
    const received = await listReceived(services, recipient.userId, { page: 1, size: 5 })
    expect(received.content).toMatchObject([{ amount: '50', relatedCoin: 'RIPPLE', senderName: null }])
    expect((await checkLedger(database)).faults).toEqual([])

    const { bound, send } = await codesOver()
    expect(await send(world.hot, recipient.tag, 'en')).toMatchObject({
      shown: { destinationWalletAddress: world.hot, isInside: true },
    })
    expect(bound).toMatchObject([{ about: `50 XRP to ${world.hot} with memo or tag ${recipient.tag}` }])
  })

  test('leave by a code that works for this tag alone, whose message names it', async () => {
    const { bound, send } = await codesOver()
    for (const language of ['fa', 'en'] as const)
      expect(await send(STRANGER, '120', language)).toEqual({
        channel: 'SMS',
        shown: { destinationWalletAddress: STRANGER, isInside: false, isReviewed: false },
      })
    const boundTo = `RIPPLE ${units(50n * XRP)} XRP ${STRANGER} 120`
    expect(bound).toEqual([
      { boundTo, about: `50 XRP روی XRP به ${STRANGER} با ممو یا تگ 120` },
      { boundTo, about: `50 XRP on XRP to ${STRANGER} with memo or tag 120` },
    ])
  })
})
