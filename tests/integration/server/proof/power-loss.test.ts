import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Command, Result } from '#server/engine/commands.ts'
import type { Database, SqlValue } from '#server/store/database.ts'
import { encodeValue } from '#server/store/pg-values.ts'
import { Engine } from '#server/store/pglite/engine.ts'
import { SerialQueue } from '#server/store/serial-queue.ts'
import { credit, hold, order, quick } from '#tests/builders/commands.ts'
import { pipelineOn } from '#tests/builders/pipeline-on.ts'
import { faultsOf, openTestExchange } from '#tests/builders/test-exchange.ts'
import { watchDisk } from '#tests/setup/forgetful-disk.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'

const CUTS = 8
/** The number of rounds between two cuts. The commands of a round are sent together. */
const ROUNDS = 6
/** All of it happens within a day, the time for which answers are remembered. */
const NOON = Date.UTC(2026, 0, 1, 12)
const now = () => NOON
const PEOPLE = ['ali', 'sara', 'reza', 'mina']

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The built-in engine in this thread, with its disk observed. */
async function openHere(folder: string): Promise<Database> {
  const engine = await Engine.open({ folder })
  const queue = new SerialQueue()
  // The caller declares the shape of its rows, as with every query.
  const ask = <Row>(sql: string, values: readonly SqlValue[] = []) =>
    engine.query(sql, values.map(encodeValue)) as Promise<Row[]>
  const query: Database['query'] = (sql, values) => queue.run(() => ask(sql, values))
  return {
    engine: 'pglite',
    query,
    pipeline: () => pipelineOn(query),
    onAnnounced: () => () => undefined,
    announceToOthers: async () => undefined,
    transaction: (work) =>
      queue.run(async () => {
        await engine.script('BEGIN')
        const result = await work({
          query: ask,
          script: async (sql) => void (await engine.script(sql)),
          announce: () => undefined,
        })
        await engine.script('COMMIT')
        return result
      }),
    close: () => queue.run(() => engine.close()),
  }
}

/** A seeded coin toss, the same in every run. */
function chanceFrom(seed: number): () => boolean {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state > 0x7fff_ffff
  }
}

/** Awkward orders around one price, quick trades, and held money. */
function commandsOf(round: number): Command[] {
  const at = NOON + round
  const [who = '', whom = ''] = [PEOPLE[round % 4], PEOPLE[(round + 1) % 4]]
  return [
    order(`${who} buys 1.37${round % 10} GOLD at ${100 + (round % 5)}`, { key: `buy-${round}`, at }),
    order(`${whom} sells 0.91${round % 7} GOLD at ${99 + (round % 6)}`, { key: `sell-${round}`, at }),
    order(`${who} sells 0.5 GOLD at 98 once 99`, { key: `stop-${round}`, at }),
    quick(`${whom} buys 0.25 GOLD at 101`, { key: `quick-${round}`, at }),
    hold(who, '3 TOMAN', { key: `hold-${round}`, at, reference: `withdrawal/${round}` }),
    {
      type: 'cancelOrder',
      userId: 1 + (round % 4),
      key: `cancel-${round}`,
      fingerprint: 'cancel',
      orderId: 1 + round,
      at,
    },
  ]
}

test(`power that fails ${CUTS} times under load takes nothing that was acknowledged`, async () => {
  const { settings, remove } = await freshFolder('real')
  const folder = join(settings.dataDir, 'database')
  const disk = watchDisk({ folder, image: join(settings.dataDir, 'image') })
  cleanups.push(remove, disk.remove)
  const database = await openHere(folder)
  const exchange = await openTestExchange(database, { now })
  cleanups.push(async () => {
    await exchange.close()
    await database.close()
  })
  const reported: { command: Command; result: Result }[] = []
  const report = (command: Command) =>
    exchange.submit(command).then((result) => void reported.push({ command, result }))
  const given = [...PEOPLE, 'inventory'].flatMap((who) =>
    ['100000 TOMAN', '1000 GOLD'].map((text) => credit(who, text, { key: `gift-${who}-${text}`, at: NOON })),
  )
  await Promise.all(given.map(report))

  let starts = 0
  let longestMs = 0
  for (let cut = 0; cut < CUTS; cut++) {
    const rounds = Array.from({ length: ROUNDS }, (_, i) => cut * ROUNDS + i)
    const asked = rounds.flatMap(commandsOf).map(report)
    // The power fails at some moment between the first answer and the last.
    await asked[(cut * 5) % asked.length]
    for (let turn = 0; turn < cut; turn++) await new Promise(setImmediate)
    const target = join(settings.dataDir, `cut-${cut}`)
    const known = [...reported]
    disk.cut(target, cut % 2 === 0 ? undefined : chanceFrom(cut))
    const began = performance.now()
    await expectKept(target, known)
    longestMs = Math.max(longestMs, performance.now() - began)
    starts += 1
    await Promise.all(asked)
  }
  process.stdout.write(
    `power loss: ${starts} cuts, ${reported.length} answers; from the start to the last answer asked again ${Math.round(longestMs)} ms at most\n`,
  )
}, 300_000)

/** After a restart each answer is as it was given, no order exists twice, and the ledger adds up. */
async function expectKept(folder: string, known: readonly { command: Command; result: Result }[]): Promise<void> {
  const survivor = await openHere(folder)
  try {
    expect(await faultsOf(survivor)).toEqual([])
    const exchange = await openTestExchange(survivor, { now })
    const keyed = known.filter(({ command, result }) => 'key' in command && result.kind !== 'refused')
    const again = await Promise.all(keyed.map(({ command }) => exchange.submit(command)))
    expect(again).toEqual(keyed.map(({ result }) => result))
    const cancelled = known.flatMap(({ command, result }) =>
      command.type === 'cancelOrder' && result.kind === 'order' ? [result.orderId] : [],
    )
    const rows = await survivor.query<{ id: bigint }>(
      `select id from orders where id = any($1) and status <> 'CANCELLED_BY_USER'`,
      [cancelled],
    )
    expect(rows).toEqual([])
    const doubled = 'select client_order_id from orders group by user_id, client_order_id having count(*) > 1'
    expect(await survivor.query(doubled)).toEqual([])
    await exchange.close()
  } finally {
    await survivor.close()
    await rm(folder, { recursive: true })
  }
}
