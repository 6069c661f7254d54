import { Pool, type PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { encodeValue } from '../encode-value.ts'
import { refuseInsideTransaction, runTransaction } from '../run-transaction.ts'
import { columnTypes } from './column-types.ts'
import { connectionOf } from './connection-of.ts'
import { explainFailure } from './explain-failure.ts'

/** Sessions write values in one way, whatever the server's defaults are, and answer only after the log is on disk. */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c bytea_output=hex -c extra_float_digits=1'

const CONNECT_MS_MAX = 10_000

/** A pool of connections to a PostgreSQL server. */
export async function openPostgres(settings: { databaseUrl: string; poolSize: number }): Promise<Database> {
  const pool = new Pool({
    connectionString: settings.databaseUrl,
    max: settings.poolSize,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    options: SESSION,
    types: columnTypes,
  })
  // A connection that breaks while idle leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => undefined)
  const borrow = async <Result>(task: (client: PoolClient) => Promise<Result>) => {
    refuseInsideTransaction()
    const client = await pool.connect().catch((error: unknown) => {
      throw explainFailure(error)
    })
    let broken = true
    try {
      const result = await task(client)
      broken = false
      return result
    } catch (error) {
      broken = error instanceof DatabaseUnavailable
      throw error
    } finally {
      client.release(broken)
    }
  }
  const database: Database = {
    engine: 'postgres',
    query: async (sql, values = []) => {
      const encoded = values.map(encodeValue)
      return borrow((client) => connectionOf(client).query(sql, encoded))
    },
    transaction: (work) => borrow((client) => runTransaction(connectionOf(client), work)),
    close: () => pool.end(),
  }
  await database.query('SELECT 1')
  return database
}
