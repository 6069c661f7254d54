import type { EngineState } from '#server/engine/state.ts'
import type { Database } from '#server/store/database.ts'
import { checkLedger } from '#server/store/prove-ledger.ts'
import { ARENA_MARKETS } from '#tests/builders/arenas.ts'
import { compareState } from '#tests/oracle/compare-state.ts'
import { type NaiveExchange, nameOf } from '#tests/oracle/naive-exchange.ts'
import type { FeedReader } from './feed-reader.ts'

/** The differences between the writer's memory, or the state of a reader of its commits, and the oracle's paper. */
export function compareMemory(
  { writer, readers }: { writer: EngineState; readers: readonly FeedReader[] },
  { oracle, now }: { oracle: NaiveExchange; now: number },
): string[] {
  const found = writer.answers.values().filter(({ userId, key }) => writer.answers.find(userId, key, now))
  const remembered = new Set(found.map(nameOf))
  const wrong = [...remembered].filter((name) => !oracle.answers.has(name))
  // If memory cannot hold all answers, the others are read from the store.
  const missing = writer.answers.isComplete(now)
    ? [...oracle.answers.keys()].filter((name) => !remembered.has(name))
    : []
  const answers = wrong.length + missing.length === 0 ? [] : [`answers: ${wrong} are remembered and ${missing} are not`]
  const ofReaders = readers.flatMap((reader) => reader.differences(oracle.state))
  return [...compareState(writer, oracle.state, ARENA_MARKETS), ...answers, ...ofReaders]
}

/** The faults of the store at the end: all of its contents are counted. */
export async function compareStore(store: Database, { state, answers }: NaiveExchange): Promise<string[]> {
  const [counted] = await store.query<{ orders: number; trades: number; outcomes: number }>(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from trades) as trades,
      (select count(*)::int from outcomes) as outcomes`,
  )
  const should = { orders: state.orders.length, trades: state.trades.length, outcomes: answers.size }
  const [is, expected] = [JSON.stringify(counted), JSON.stringify(should)]
  const { faults } = await checkLedger(store)
  return [
    ...(is === expected ? [] : [`the store has ${is}, should have ${expected}`]),
    ...faults.map((fault) => `ledger: ${fault}`),
  ]
}
