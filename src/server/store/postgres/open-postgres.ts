import { Pool, type PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { encodeValue } from '../encode-value.ts'
import { HotStatements } from '../hot-statements.ts'
import { Transactions } from '../transactions.ts'
import { columnTypes } from './column-types.ts'
import { connectionOf } from './connection-of.ts'
import { explainFailure } from './explain-failure.ts'

/** Sessions write values in one way, whatever the server's defaults are. */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c bytea_output=hex -c extra_float_digits=1'

const CONNECT_MS_MAX = 10_000
const ANSWER_MS_MAX = 60_000

export interface ServerSettings {
  readonly databaseUrl: string
  readonly poolSize: number
  /** How long a statement or a commit may take before the connection is given up; 60 s unless told. */
  readonly answerMsMax?: number
}

/** A pool of connections to a PostgreSQL server. @throws DatabaseUnavailable when it cannot be reached now */
export async function openPostgres(settings: ServerSettings): Promise<Database> {
  const pool = new Pool({
    connectionString: settings.databaseUrl,
    max: settings.poolSize,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    options: SESSION,
    types: columnTypes,
  })
  // A connection may break in the pool, or borrowed but between two statements. The next statement on it fails and
  // tells; the event itself needs no more than a listener, without which it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const database = serve(pool, settings.answerMsMax ?? ANSWER_MS_MAX)
  try {
    await database.query('SELECT 1')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function serve(pool: Pool, answerMsMax: number): Database {
  const transactions = new Transactions()
  const habits = { hot: new HotStatements(), answerMsMax }
  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const borrow = async <Result>(task: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    transactions.refuseInside()
    if (closing) throw new DatabaseUnavailable('the database is closed')
    const result = withClient(pool, task)
    underWay.add(result)
    return result.finally(() => underWay.delete(result))
  }
  return {
    engine: 'postgres',
    query: async (sql, values = []) => {
      const encoded = values.map(encodeValue)
      return borrow((client) => connectionOf(client, habits).query(sql, encoded))
    },
    transaction: (work) => borrow((client) => transactions.run(connectionOf(client, habits), work)),
    close: () => {
      // The pool alone would forget those that still wait for a connection.
      closing ??= Promise.allSettled(underWay).then(() => pool.end())
      return closing
    },
  }
}

async function withClient<Result>(pool: Pool, task: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw explainFailure(error)
  })
  let broken = false
  try {
    return await task(client)
  } catch (error) {
    broken = error instanceof DatabaseUnavailable
    throw error
  } finally {
    client.release(broken)
  }
}
