import { expect, test } from 'vitest'
import { MAGIC_AMOUNTS } from '#sandbox/payouts/transfers.ts'
import type { Database } from '#server/store/database.ts'
import { closeDueBatch } from '#server/wallets/payouts/close-batch.ts'
import type { PayoutServices } from '#server/wallets/payouts/payout-services.ts'
import { runPayouts } from '#server/wallets/payouts/send-payouts.ts'
import { isDeath, mortal, stepsUntilDeath } from '#tests/builders/mortal.ts'
import { FAILURE_STANDS_MS, openPayouts, type PayoutPlace, tomanThat } from '#tests/builders/payouts.ts'
import { faultsOf } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/** By hand: PAYOUT_CHAOS_RUNS=300. */
const RUNS = Number(process.env.PAYOUT_CHAOS_RUNS ?? 12)
const SEED = Number(process.env.PAYOUT_CHAOS_SEED ?? 1405)
const DAY_MS = 86_400_000
const ROUND_MS = 15_000
const LATE_LOOK_MS = 600_000

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The services of a process that is killed after some more steps: before or after a statement, a command or a call of the vendor. */
function dying(services: PayoutServices, random: () => number, steps: number): PayoutServices {
  const step = stepsUntilDeath(steps, () => random() < 0.5)
  const { gateway } = services
  return {
    ...mortal(services, step),
    gateway: gateway && {
      submit: (submission) => step(() => gateway.submit(submission)),
      find: (payout) => step(() => gateway.find(payout)),
    },
  }
}

/** A round of the jobs in a process that may be killed. The next process begins from the database alone. */
async function live(place: PayoutPlace, random: () => number): Promise<void> {
  const services = random() < 0.7 ? dying(place.services, random, 1 + Math.floor(random() * 40)) : place.services
  try {
    await closeDueBatch(services)
    await runPayouts(services)
  } catch (error) {
    if (!isDeath(error)) throw error
  }
}

interface Ended {
  readonly id: bigint
  readonly amount: bigint
  readonly withdrawal: string
  readonly line: string
  readonly hold: string
  readonly way: string
  readonly paid_late: boolean
  readonly taken_back: boolean
  readonly failure: string | null
}

onDatabase('payouts in chaos', (open) => {
  test(`nothing is paid twice or lost in ${RUNS} days of kills, silent answers and a vendor that says failed and pays`, {
    timeout: 20_000 + RUNS * 10_000,
  }, async () => {
    const database = await open()
    const place = await openPayouts(database)
    const random = randomOf(SEED)
    for (let run = 0; run < RUNS; run += 1) {
      place.pass(DAY_MS)
      for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
        const magic = MAGIC_AMOUNTS[Math.floor(random() * MAGIC_AMOUNTS.length * 1.5)]
        await place.raise(magic ? tomanThat(magic.ending) : 700_000n)
      }
      for (let round = 0; round < 24; round += 1) {
        // Two operators send what is closed by now.
        if (round === 6) await sendClosed(place)
        place.pass(round < 5 ? DAY_MS / 24 : ROUND_MS)
        await live(place, random)
      }
    }
    await calm(place)
    await expectSound(database, place)
  })
})

/** Sends what is closed by now, as two operators would. */
const sendClosed = ({ services: { database, now } }: PayoutPlace) =>
  database.query(`update payout_batches set way = 'GATEWAY', ordered_at = $1 where way is null`, [now()])

/** The last batches close and everything ends, in a process that lives. */
async function calm(place: PayoutPlace): Promise<void> {
  const { services } = place
  for (let day = 0; day < 4; day += 1) {
    place.pass(DAY_MS)
    await closeDueBatch(services)
    await sendClosed(place)
    for (const ms of [
      0,
      ROUND_MS,
      FAILURE_STANDS_MS,
      3 * 60_000,
      ROUND_MS,
      FAILURE_STANDS_MS,
      LATE_LOOK_MS,
      LATE_LOOK_MS,
    ]) {
      place.pass(ms)
      await runPayouts(services)
    }
  }
}

async function expectSound(database: Database, place: PayoutPlace): Promise<void> {
  const rows = await database.query<Ended>(
    `select w.id, w.amount, w.state as withdrawal, line.state as line, holds.status as hold, batch.way,
        line.paid_late_at is not null as paid_late, line.taken_back_at is not null as taken_back, line.failure
      from withdrawals as w left join payout_lines as line on line.withdrawal_id = w.id left join payout_batches as batch
        on batch.id = line.batch_id left join holds on holds.reference = hold_reference order by w.id`,
  )
  const sent = new Map(place.transfers.list().map((transfer) => [transfer.transferId, transfer]))
  expect(sent.size).toBe(place.transfers.list().length)
  let paid = 0n
  for (const { id, amount, ...ended } of rows) {
    const transfer = sent.get(`kimia-${id}`)
    const isPaid = transfer?.state === 'TRANSFERRED'
    if (isPaid) paid += amount
    const isSentBack = transfer?.state === 'MANUALLY_FAILED'
    const name = `withdrawal ${id} of ${amount}, ${transfer?.state ?? 'unknown'} at the vendor`
    // Whether anybody saw it paid before it came back.
    if (isSentBack && ended.line === 'PAID')
      expect(ended, name).toMatchObject({ failure: 'SENT_BACK', hold: 'SETTLED' })
    else if (isPaid && ended.paid_late) expect(ended, name).toMatchObject({ line: 'RETURNED', taken_back: true })
    else if (isPaid) expect(ended, name).toMatchObject({ withdrawal: 'CONFIRMED', line: 'PAID', hold: 'SETTLED' })
    else expect(ended, name).toMatchObject({ withdrawal: 'FAILED', line: 'RETURNED', hold: 'RELEASED' })
  }
  expect(rows.some(({ line }) => line === 'PAID') && rows.some(({ line }) => line === 'RETURNED')).toBe(true)
  // The account that the gateway pays from has lost exactly what the vendor has paid.
  const [bank] = await database.query<{ available: bigint }>('select available from balances where owner_id = -502')
  expect(bank?.available).toBe(paid)
  expect(await faultsOf(database)).toEqual([])
  const notices = await database.query<{ count: number }>(
    `select count(*)::int as count from notices where kind = 'WITHDRAWAL_CONFIRMED' group by event_key having count(*) > 1`,
  )
  expect(notices).toEqual([])
}
