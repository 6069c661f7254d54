import type { Exchange } from '#server/exchange/exchange.ts'
import type { Database, Queryable } from '#server/store/database.ts'

const KILLED = 'killed'

/** Whether an error is the death of a process that `stepsUntilDeath` killed. */
export const isDeath = (error: unknown): boolean => error instanceof Error && error.message === KILLED

export type Step = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Runs steps until the process dies: before or after its last one. */
export function stepsUntilDeath(steps: number, isAfterIt: () => boolean): Step {
  let left = steps
  return async (work) => {
    left -= 1
    if (left < 0) throw new Error(KILLED)
    const isAfter = left === 0 && isAfterIt()
    if (left === 0 && !isAfter) throw new Error(KILLED)
    const answer = await work()
    if (isAfter) throw new Error(KILLED)
    return answer
  }
}

interface Services {
  readonly database: Database
  readonly exchange: Exchange
}

/** The services of a process each of whose statements, transactions and commands is a step. */
export function mortal<Given extends Services>(services: Given, step: Step): Given {
  const { database, exchange } = services
  const dying = ({ query }: Queryable): Queryable => ({ query: (sql, values) => step(() => query(sql, values)) })
  const transaction: Database['transaction'] = (work) =>
    step(() => database.transaction((tx) => work({ ...tx, ...dying(tx) })))
  return {
    ...services,
    database: { ...database, ...dying(database), transaction },
    exchange: { ...exchange, submit: (command) => step(() => exchange.submit(command)) },
  }
}
