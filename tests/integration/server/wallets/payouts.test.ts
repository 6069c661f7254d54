import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileHeld } from '#server/compose/payouts.ts'
import type { Database } from '#server/store/database.ts'
import { LeaseLost } from '#server/store/job-leases.ts'
import { readPayoutBatches } from '#server/store/wallets/payout-batches.ts'
import { closeDueBatch } from '#server/wallets/payouts/close-batch.ts'
import { runPayouts } from '#server/wallets/payouts/send-payouts.ts'
import {
  FAILURE_STANDS_MS,
  openPayouts,
  PAYS_AFTER_MS,
  type PayoutPlace,
  type RaisedWithdrawal,
  TOMAN_UNITS,
  tomanThat,
} from '#tests/builders/payouts.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ARRIVES_WITHIN_MS = 120_000

onDatabase('payouts', (open) => {
  let database: Database
  let place: PayoutPlace

  beforeAll(async () => {
    database = await open()
    place = await openPayouts(database)
  })
  afterAll(() => place.close())

  const one = async <Row>(sql: string, values: (number | string)[] = []) => (await database.query<Row>(sql, values))[0]
  const stateOf = async ({ id }: RaisedWithdrawal) =>
    one<{ withdrawal: string; line: string; hold: string; available: bigint }>(
      `select withdrawals.state as withdrawal, payout_lines.state as line, holds.status as hold,
          (select available from balances where owner_id = withdrawals.user_id and balances.coin_id = withdrawals.coin_id) as available
        from withdrawals left join payout_lines on withdrawal_id = withdrawals.id left join holds on holds.reference = hold_reference
        where withdrawals.id = $1`,
      [id],
    )
  /** Closes the day's batch and sends it, as two operators would. */
  const send = async (way: 'GATEWAY' | 'FILE', services = place.services) => {
    place.pass(DAY_MS)
    while ((await closeDueBatch(place.services)) === undefined) place.pass(HOUR_MS)
    const sent = [way, place.services.now()]
    await database.query('update payout_batches set way = $1::payout_way, ordered_at = $2 where way is null', sent)
    await runPayouts(services)
  }
  const run = (ms = 0) => {
    place.pass(ms)
    return runPayouts(place.services)
  }
  const noticesOf = async ({ user }: RaisedWithdrawal) =>
    (
      await database.query<{ kind: string }>(`select kind from notices where user_id = $1 order by id`, [user.userId])
    ).map(({ kind }) => kind)

  test('nothing is paid before two operators have sent the batch', async () => {
    place.pass(DAY_MS)
    await run()
    expect(place.transfers.list()).toEqual([])
  })

  test('a payout is sent, settled in the ledger, and ends with the bank’s reference and a notice', async () => {
    const raised = await place.raise(700_000n)
    await send('GATEWAY')
    expect(await stateOf(raised)).toMatchObject({ withdrawal: 'SENT', line: 'ORDERED', hold: 'HELD' })
    await run(PAYS_AFTER_MS + 10_000)
    expect(await stateOf(raised)).toMatchObject({ withdrawal: 'CONFIRMED', line: 'PAID', hold: 'SETTLED' })
    const paid = await one<{ reference: string; sent_reference: string }>(
      'select reference, sent_reference from payout_lines join withdrawals on id = withdrawal_id where id = $1',
      [raised.id],
    )
    expect(paid?.reference).toMatch(/^\d+$/)
    expect(paid?.sent_reference).toBe(paid?.reference)
    expect(await noticesOf(raised)).toContain('WITHDRAWAL_CONFIRMED')
    expect(await faultsOf(database)).toEqual([])
  })

  test('a failed payout gives its money back once the failure has stood, and not before', async () => {
    const raised = await place.raise(tomanThat('fails'))
    await send('GATEWAY')
    await run(PAYS_AFTER_MS + 10_000)
    expect(await stateOf(raised)).toMatchObject({ line: 'ORDERED', hold: 'HELD' })
    await run(FAILURE_STANDS_MS)
    expect(await stateOf(raised)).toMatchObject({
      ...{ withdrawal: 'FAILED', line: 'RETURNED', hold: 'RELEASED' },
      available: 2n * tomanThat('fails') * TOMAN_UNITS,
    })
    expect(await noticesOf(raised)).toContain('WITHDRAWAL_FAILED')
    expect(await faultsOf(database)).toEqual([])
  })

  test('what the vendor calls failed and then pays was never given back', async () => {
    const raised = await place.raise(tomanThat('fails-and-pays'))
    await send('GATEWAY')
    await run(PAYS_AFTER_MS + 10_000)
    expect(await one('select failure from payout_lines where withdrawal_id = $1', [raised.id])).toMatchObject({
      failure: expect.stringMatching(/./),
    })
    // The vendor pays before the failure has stood.
    const slow = { ...place.services, rules: { ...place.services.rules, failureStandsMs: DAY_MS } }
    place.pass(5 * FAILURE_STANDS_MS)
    await runPayouts(slow)
    expect(await stateOf(raised)).toMatchObject({ withdrawal: 'CONFIRMED', line: 'PAID', hold: 'SETTLED' })
    expect(await faultsOf(database)).toEqual([])
  })

  test('what is paid after it was given back is taken from the balance once, or stays a fault until it can be', async () => {
    const raised = await place.raise(tomanThat('fails-and-pays'))
    const spent = await place.raise(tomanThat('fails-and-pays'))
    await send('GATEWAY')
    await run(PAYS_AFTER_MS + 10_000)
    await run(FAILURE_STANDS_MS + 10_000)
    expect(await stateOf(raised)).toMatchObject({ withdrawal: 'FAILED', line: 'RETURNED' })
    const { exchange, services } = place
    const toman = services.catalogue.coinBySymbol.get('TOMAN')?.id ?? 0
    const all = await stateOf(spent)
    const held = { type: 'hold', userId: spent.user.userId, coinId: toman, key: 'spend', fingerprint: '' } as const
    await exchange.submit({ ...held, reference: 'spent/1', amount: (all?.available ?? 0n) as never })
    await run(HOUR_MS)
    await run(HOUR_MS)
    expect(await stateOf(raised)).toMatchObject({ available: tomanThat('fails-and-pays') * TOMAN_UNITS })
    const faults = await database.query<{ id: bigint }>(
      'select withdrawal_id as id from payout_lines where paid_late_at is not null and taken_back_at is null',
    )
    expect(faults.map(({ id }) => Number(id))).toEqual([spent.id])
    const freed = {
      type: 'release',
      userId: spent.user.userId,
      key: 'free',
      fingerprint: '',
      reference: 'spent/1',
    } as const
    await exchange.submit(freed)
    await run(HOUR_MS)
    expect(await stateOf(spent)).toMatchObject({ available: tomanThat('fails-and-pays') * TOMAN_UNITS })
    expect(await faultsOf(database)).toEqual([])
  })

  test('what the bank pays and sends back is credited to its user once, through the account to which it came back', async () => {
    const raised = await place.raise(tomanThat('comes-back'))
    await send('GATEWAY')
    await run(PAYS_AFTER_MS + 10_000)
    expect(await stateOf(raised)).toMatchObject({ withdrawal: 'CONFIRMED', line: 'PAID' })
    for (let look = 0; look < 4; look += 1) await run(HOUR_MS)
    expect(await stateOf(raised)).toMatchObject({
      ...{ withdrawal: 'CONFIRMED', line: 'PAID', available: 2n * tomanThat('comes-back') * TOMAN_UNITS },
    })
    expect(await one('select end_reason as reason from withdrawals where id = $1', [raised.id])).toEqual({
      reason: 'SENT_BACK',
    })
    expect((await noticesOf(raised)).filter((kind) => kind === 'WITHDRAWAL_FAILED')).toHaveLength(1)
    expect(await faultsOf(database)).toEqual([])
  })

  test('what timed out is looked up, and sent again under its own name only if the vendor does not have it', async () => {
    const taken = await place.raise(tomanThat('times-out'))
    await send('GATEWAY')
    const broken = await place.raise(tomanThat('breaks'))
    await send('GATEWAY')
    const lost = await place.raise(tomanThat('is-lost'))
    await send('GATEWAY')
    await run(PAYS_AFTER_MS + 10_000)
    for (const raised of [taken, broken]) expect(await stateOf(raised)).toMatchObject({ line: 'PAID' })
    expect(await stateOf(lost)).toMatchObject({ line: 'ORDERED', hold: 'HELD' })
    const attempts = () => one('select attempts from payout_lines where withdrawal_id = $1', [lost.id])
    expect(await attempts()).toEqual({ attempts: 1 })
    await run(ARRIVES_WITHIN_MS)
    expect(await attempts()).toEqual({ attempts: 2 })
    const names = place.transfers.list().map(({ transferId }) => transferId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('a process that was paused until its lease was lost submits nothing, and the next one pays once', async () => {
    const raised = await place.raise(650_000n)
    const before = place.transfers.list().length
    const lost = { ...place.services, gateway: whileHeld(place.gateway, { isHeld: () => false }) }
    await expect(send('GATEWAY', lost)).rejects.toBeInstanceOf(LeaseLost)
    expect(await stateOf(raised)).toMatchObject({ line: 'ORDERED', hold: 'HELD' })
    expect(place.transfers.list()).toHaveLength(before)
    await run(ARRIVES_WITHIN_MS)
    await run(PAYS_AFTER_MS + 10_000)
    expect(await stateOf(raised)).toMatchObject({ line: 'PAID', hold: 'SETTLED' })
    expect(place.transfers.list()).toHaveLength(before + 1)
  })

  test('one refused line keeps no other of its batch: each goes alone, and the refused one is given back', async () => {
    const refused = await place.raise(tomanThat('is-refused'))
    const good = await place.raise(900_000n)
    await send('GATEWAY')
    await run(ARRIVES_WITHIN_MS)
    await run(PAYS_AFTER_MS + 10_000)
    expect(await stateOf(good)).toMatchObject({ line: 'PAID' })
    expect(await stateOf(refused)).toMatchObject({ line: 'ORDERED' })
    await run(FAILURE_STANDS_MS + 10_000)
    expect(await stateOf(refused)).toMatchObject({ line: 'RETURNED', withdrawal: 'FAILED', hold: 'RELEASED' })
  })

  test('a Sheba that is not the user’s any more, or a frozen account, is not paid', async () => {
    const moved = await place.raise(600_000n)
    const frozen = await place.raise(600_000n)
    await database.query('update bank_accounts set verified_at = null where user_id = $1', [moved.user.userId])
    await database.query(`update users set blocked_at = now(), blocked_by = 'OPERATOR' where id = $1`, [
      frozen.user.userId,
    ])
    const before = place.transfers.list().length
    await send('GATEWAY')
    for (const raised of [moved, frozen])
      expect(await stateOf(raised)).toMatchObject({ line: 'RETURNED', hold: 'RELEASED' })
    expect(place.transfers.list()).toHaveLength(before)
  })

  test('while operators have stopped everything that leaves, nothing is submitted', async () => {
    const raised = await place.raise(600_000n)
    await database.query('update withdrawal_rules set stopped = true')
    await send('GATEWAY')
    expect(await stateOf(raised)).toMatchObject({ line: 'WAITING' })
    await database.query('update withdrawal_rules set stopped = false')
    await run()
    expect(await stateOf(raised)).toMatchObject({ line: 'ORDERED', withdrawal: 'SENT' })
  })
})

onDatabase('closing a batch', (open) => {
  test('the batch of a working day closes once, at its hour, with what was approved; on Friday and on holidays there is none', async () => {
    const database = await open()
    const place = await openPayouts(database)
    const stateOf = async ({ id }: RaisedWithdrawal) =>
      (
        await database.query(
          `select w.state as withdrawal, line.state as line from withdrawals as w left join payout_lines as line on withdrawal_id = w.id
          where w.id = $1`,
          [id],
        )
      )[0]
    const early = await place.raise(500_000n)
    expect(await closeDueBatch(place.services)).toBeUndefined()
    place.pass(HOUR_MS)
    const closings = await Promise.all([closeDueBatch(place.services), closeDueBatch(place.services)])
    expect(closings.toSorted()).toEqual([1, undefined])
    expect(await stateOf(early)).toMatchObject({ withdrawal: 'SIGNED', line: 'WAITING' })
    const late = await place.raise(500_000n)
    place.pass(12 * HOUR_MS)
    expect(await closeDueBatch(place.services)).toBeUndefined()
    place.pass(12 * HOUR_MS)
    expect(await closeDueBatch(place.services)).toBe(1)
    expect(await stateOf(late)).toMatchObject({ line: 'WAITING' })
    // Monday is made a holiday.
    await database.query(`insert into holidays (day) values ('14050909')`)
    place.pass(DAY_MS)
    expect(await closeDueBatch(place.services)).toBeUndefined()
    // Tuesday, Wednesday and Thursday have a batch each, empty or not, and Friday has none.
    const found: (number | undefined)[] = []
    for (let day = 0; day < 4; day += 1) {
      place.pass(DAY_MS)
      found.push(await closeDueBatch(place.services))
    }
    expect(found).toEqual([0, 0, 0, undefined])
    const batches = await readPayoutBatches(database, { before: undefined, most: 10 })
    expect(batches.map(({ day }) => day)).toEqual([
      '2026-12-03',
      '2026-12-02',
      '2026-12-01',
      '2026-11-29',
      '2026-11-28',
    ])
    await place.close()
  })
})
