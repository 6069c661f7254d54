import { expect, test } from 'vitest'
import { readWaiting } from '#server/store/console/overview.ts'
import { dispatch } from '#server/store/outbox.ts'
import { findDeposit } from '#server/store/wallets/deposits.ts'
import { findPaidByHand, payBackKind } from '#server/wallets/pay-back.ts'
import { reconcileDeposits, settleDeposit } from '#server/wallets/settle-deposit.ts'
import type { WalletServices } from '#server/wallets/wallets.ts'
import { dieAt } from '#tests/builders/die-at.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { openTestWallets, type TestWallets } from '#tests/builders/test-wallets.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const TOMAN = 1_000_000n
const SUM = 250_000n * TOMAN
const ANOTHERS = '6037991000000004'
const [GATEWAY, SUSPENSE] = [-401n, -1_215n]

async function settle(wallets: WalletServices, authority: string) {
  const deposit = await findDeposit(wallets.database, authority)
  if (!deposit) throw new Error(`no deposit ${authority}`)
  return settleDeposit(wallets, deposit)
}

/** A payment by another's card, and what a test reads of it. */
async function paidByAnother(opened: TestWallets) {
  const { wallets, gateway, begin } = opened
  const { database } = wallets
  const authority = await begin('250000', 'intention-1')
  gateway.paidBy(authority, ANOTHERS)
  return {
    authority,
    payBack: () => dispatch(wallets, payBackKind(wallets)),
    row: async () => (await database.query('select status, fault, paid_by, pay_back from toman_deposits'))[0],
    sums: async () => {
      const rows = await database.query<{ owner_id: bigint; available: bigint }>(
        'select owner_id, available from balances where coin_id = 1',
      )
      const of = (owner: bigint) => rows.find(({ owner_id }) => owner_id === owner)?.available ?? 0n
      return { gateway: of(GATEWAY), suspense: of(SUSPENSE), user: of(BigInt(opened.user.userId)) }
    },
    notices: async () =>
      (await database.query<{ kind: string }>('select kind from notices order by id')).map(({ kind }) => kind),
    waiting: async () =>
      (await readWaiting(database, { at: wallets.now(), depositsSince: new Date(0) })).deposits.count,
  }
}

const HELD = { gateway: -SUM, suspense: SUM, user: 0n }
const RETURNED = { gateway: 0n, suspense: 0n, user: 0n }

onDatabase("a payment by another's card", (open) => {
  test('is held, paid back once and told to its owner, however often it is settled', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const { wallets, gateway, wait } = opened
    const payment = await paidByAnother(opened)
    wait(60_001)
    const settling = Array.from({ length: 6 }, () => settle(wallets, payment.authority))
    await Promise.all([...settling, reconcileDeposits(wallets, { minAgeMs: 60_000 })])
    expect(await payment.row()).toEqual({
      status: 'UNCONFIRMED',
      fault: 'CARD_DIFFERS',
      paid_by: 'ANOTHER',
      pay_back: 'DUE',
    })
    expect(await payment.sums()).toEqual(HELD)
    expect(await payment.waiting()).toBe(1)
    expect(await faultsOf(database)).toEqual([])
    await Promise.all([payment.payBack(), payment.payBack()])
    expect(await settle(wallets, payment.authority)).toBe('UNCONFIRMED')
    expect(await payment.row()).toMatchObject({ pay_back: 'DONE' })
    expect(await payment.sums()).toEqual(RETURNED)
    expect(gateway.ordered).toBe(1)
    expect(await payment.notices()).toEqual(['DEPOSIT_HELD', 'DEPOSIT_PAID_BACK'])
    expect(await payment.waiting()).toBe(0)
    expect(await faultsOf(database)).toEqual([])
  })

  test('is looked up and never ordered again when the answer to its paying back is lost', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const { wallets, gateway, wait } = opened
    const payment = await paidByAnother(opened)
    await settle(wallets, payment.authority)
    gateway.nextPayBack = 'lost'
    await payment.payBack()
    expect(await payment.sums()).toEqual(HELD)
    gateway.feels('down')
    wait(60_000)
    await payment.payBack()
    expect(await payment.row()).toMatchObject({ pay_back: 'DUE' })
    gateway.feels('well')
    wait(20 * 60_000)
    await payment.payBack()
    expect([gateway.ordered, await payment.sums()]).toEqual([1, RETURNED])
    expect(await payment.row()).toMatchObject({ pay_back: 'DONE' })
  })

  test('stays held and is shown to operators when nobody knows whether it was paid back', async () => {
    const opened = await openTestWallets(await open())
    const { wallets, gateway, wait } = opened
    const payment = await paidByAnother(opened)
    await settle(wallets, payment.authority)
    gateway.nextPayBack = 'dropped'
    for (let hour = 0; hour < 30; hour++) {
      await payment.payBack()
      wait(3_600_000)
    }
    expect([gateway.ordered, await payment.sums()]).toEqual([1, HELD])
    expect([await payment.row(), await payment.waiting()]).toEqual([expect.objectContaining({ pay_back: 'DUE' }), 1])
  })

  test('is ordered later by a gateway that was not reached', async () => {
    const opened = await openTestWallets(await open())
    const { wallets, gateway, wait } = opened
    const payment = await paidByAnother(opened)
    await settle(wallets, payment.authority)
    gateway.nextPayBack = 'unreached'
    await payment.payBack()
    gateway.nextPayBack = 'done'
    wait(60_000)
    await payment.payBack()
    expect([await payment.row(), await payment.sums()]).toEqual([
      expect.objectContaining({ pay_back: 'DONE' }),
      RETURNED,
    ])
  })

  test('calls a person once where the gateway refuses to pay it back', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const payment = await paidByAnother(opened)
    await settle(opened.wallets, payment.authority)
    opened.gateway.nextPayBack = 'refused'
    await payment.payBack()
    opened.wait(3_600_000)
    await payment.payBack()
    expect([await payment.row(), await payment.sums()]).toEqual([
      expect.objectContaining({ pay_back: 'REFUSED' }),
      HELD,
    ])
    expect(opened.alarms).toContain("the gateway refuses to pay another's card back; a person must do it")
    expect([opened.gateway.ordered, await payment.waiting()]).toEqual([1, 1])
    expect(await faultsOf(database)).toEqual([])
  })

  test('that the gateway refused to pay back is out of suspense once somebody has done it on its site', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const payment = await paidByAnother(opened)
    await settle(opened.wallets, payment.authority)
    opened.gateway.nextPayBack = 'refused'
    await payment.payBack()
    opened.wait(3_600_001)
    await findPaidByHand(opened.wallets, { minAgeMs: 3_600_000 })
    expect(await payment.sums()).toEqual(HELD)
    opened.gateway.becomes(payment.authority, 'REVERSED')
    for (let again = 0; again < 2; again++) await findPaidByHand(opened.wallets, { minAgeMs: 3_600_000 })
    expect([await payment.row(), await payment.sums()]).toEqual([
      expect.objectContaining({ pay_back: 'DONE' }),
      RETURNED,
    ])
    expect([opened.gateway.ordered, await payment.waiting()]).toEqual([1, 0])
    expect(await payment.notices()).toEqual(['DEPOSIT_HELD', 'DEPOSIT_PAID_BACK'])
    expect(await faultsOf(database)).toEqual([])
  })

  test.each([
    ['the ledger has it and the row does not', /^update toman_deposits set status/],
    ['it was decided whose card paid', /^insert into outbox/],
  ])('is held and paid back once when the process ends after %s', async (_, statement) => {
    const database = await open()
    const opened = await openTestWallets(database)
    const payment = await paidByAnother(opened)
    const dying: WalletServices = { ...opened.wallets, database: dieAt(database, statement) }
    await expect(settle(dying, payment.authority)).rejects.toThrow('killed')
    expect(await faultsOf(database)).toEqual([])
    await settle(opened.wallets, payment.authority)
    await payment.payBack()
    expect([opened.gateway.ordered, await payment.sums()]).toEqual([1, RETURNED])
    expect(await faultsOf(database)).toEqual([])
  })

  test('is paid back once when the process ends between the gateway and the ledger, and between the ledger and the row', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const payment = await paidByAnother(opened)
    await settle(opened.wallets, payment.authority)
    const dying: WalletServices = {
      ...opened.wallets,
      database: dieAt(database, /^update toman_deposits set pay_back/),
    }
    await expect(dispatch(dying, payBackKind(dying))).rejects.toThrow('killed')
    expect(await payment.row()).toMatchObject({ pay_back: 'DUE' })
    expect(await faultsOf(database)).toEqual([])
    opened.wait(180_000)
    await payment.payBack()
    expect([opened.gateway.ordered, await payment.row()]).toEqual([1, expect.objectContaining({ pay_back: 'DONE' })])
    expect(await payment.sums()).toEqual(RETURNED)
  })

  test('of an own card that was never verified, or is not any more, is not credited', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const authority = await opened.begin('250000', 'intention-1')
    await database.query('update bank_accounts set verified_at = null')
    opened.gateway.becomes(authority, 'PAID')
    expect(await settle(opened.wallets, authority)).toBe('UNCONFIRMED')
    expect(await opened.balance()).toBe(0n)
  })

  test('is decided once: what was credited to an own card is never paid back', async () => {
    const database = await open()
    const opened = await openTestWallets(database)
    const authority = await opened.begin('250000', 'intention-1')
    opened.gateway.becomes(authority, 'PAID')
    const dying: WalletServices = { ...opened.wallets, database: dieAt(database, /^update toman_deposits set status/) }
    await expect(settle(dying, authority)).rejects.toThrow('killed')
    await database.query('update bank_accounts set verified_at = null')
    expect(await settle(opened.wallets, authority)).toBe('CONFIRMED')
    expect(await opened.balance()).toBe(SUM)
    expect(await faultsOf(database)).toEqual([])
  })
})

onDatabase('a gateway that sends no hash of the card', (open) => {
  test.each([
    ['the digits that it shows are of the chosen card', undefined, 'CONFIRMED'],
    ['they are of another', ANOTHERS, 'UNCONFIRMED'],
  ])('is believed as far as %s', async (_, card, settlement) => {
    const opened = await openTestWallets(await open())
    const authority = await opened.begin('250000', 'intention-1')
    opened.gateway.sendsHash = false
    if (card) opened.gateway.paidBy(authority, card)
    else opened.gateway.becomes(authority, 'PAID')
    expect(await settle(opened.wallets, authority)).toBe(settlement)
  })
})
