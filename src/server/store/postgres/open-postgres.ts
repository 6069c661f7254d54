import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, DatabaseError as ServerError } from 'pg'
import { type Database, DatabaseError, DatabaseUnavailable, type Pipeline, type SqlValue } from '../database.ts'
import { HotStatements, PLAN_OUTDATED } from '../hot-statements.ts'
import { decoderOf, encodeValue, UnreadableValue } from '../pg-values.ts'
import { type Connection, Transactions } from '../transactions.ts'
import { OtherProcesses } from './other-processes.ts'

/** Makes sessions write values in one way, whatever the server's defaults are. */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c bytea_output=hex -c extra_float_digits=1'

const CONNECT_MS_MAX = 10_000
const ANSWER_MS_MAX = 60_000
/** Of a pipeline, whose caller asks again: another server takes over from a silent one within seconds. */
const PIPELINE_CONNECT_MS_MAX = 2_000
const PIPELINE_ANSWER_MS_MAX = 5_000

export interface ServerSettings {
  readonly databaseUrl: string
  readonly poolSize: number
  /** How long a statement or a commit may take before the connection is given up; default: 60 s, and 5 s in a pipeline. */
  readonly answerMsMax?: number
}

/**
 * A pool of connections to a PostgreSQL server; each pipeline has an additional one. @throws DatabaseUnavailable if the server cannot be
 * reached now
 */
export async function openPostgres(settings: ServerSettings): Promise<Database> {
  const config = {
    connectionString: settings.databaseUrl,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    options: SESSION,
    // Set for these connections alone: the driver's global table stays unchanged.
    types: { getTypeParser: decoderOf },
  }
  const pool = new Pool({ ...config, max: settings.poolSize })
  // A connection may break in the pool, or when borrowed between two statements. The next statement on it fails; the event itself only
  // needs a listener, without which it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    watchNotices(client)
  })
  const hot = new HotStatements()
  const { answerMsMax } = settings
  const ofPipelines = { hot, answerMsMax: answerMsMax ?? PIPELINE_ANSWER_MS_MAX }
  const database = serve(
    pool,
    { connections: { hot, answerMsMax: answerMsMax ?? ANSWER_MS_MAX }, config },
    () => new ServerPipeline({ ...config, connectionTimeoutMillis: PIPELINE_CONNECT_MS_MAX }, ofPipelines),
  )
  try {
    await database.query('SELECT 1')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function serve(
  pool: Pool,
  { connections, config }: { connections: ConnectionSettings; config: ClientConfig },
  openPipeline: () => ServerPipeline,
): Database {
  const transactions: Transactions = new Transactions((announcement) => others.statement(announcement))
  const others = new OtherProcesses(config, transactions)
  const pipelines: ServerPipeline[] = []
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
      return borrow((client) => connectionOf(client, connections).query(sql, encoded))
    },
    transaction: (work) => borrow((client) => transactions.run(connectionOf(client, connections), work)),
    onAnnounced: (topic, listener) => {
      others.listen()
      return transactions.onAnnounced(topic, listener)
    },
    announceToOthers: async (topic, detail) => {
      const { sql, values } = others.statement({ topic, detail })
      await borrow((client) => connectionOf(client, connections).query(sql, values))
    },
    pipeline: () => {
      const pipeline = openPipeline()
      pipelines.push(pipeline)
      return pipeline
    },
    close: () => {
      // The pool alone would drop statements that still wait for a connection.
      const ends = () => [...underWay, others.close(), ...pipelines.map((pipeline) => pipeline.close())]
      closing ??= Promise.allSettled(ends()).then(() => pool.end())
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

/** A separate connection, opened when needed, and opened again after it breaks. */
class ServerPipeline implements Pipeline {
  readonly #config: ClientConfig
  readonly #settings: ConnectionSettings
  #client: Promise<Client> | undefined
  #isClosed = false

  constructor(config: ClientConfig, settings: ConnectionSettings) {
    this.#config = config
    this.#settings = settings
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.#isClosed) throw new DatabaseUnavailable('the database is closed')
    const encoded = values.map(encodeValue)
    const connected = this.#client ?? this.#connect()
    this.#client = connected
    // A statement requested meanwhile waits for the same promise, and is sent after this one.
    const client = await connected
    try {
      return await connectionOf(client, this.#settings).query<Row>(sql, encoded)
    } catch (error) {
      // A server that only reads keeps its connections.
      if (error instanceof DatabaseUnavailable && this.#client === connected) {
        this.#client = undefined
        void client.end().catch(() => undefined)
      }
      throw error
    }
  }

  /** Waits for the answers to what was sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  #connect(): Promise<Client> {
    const client = new Client({ ...this.#config, pipeline: true })
    watchNotices(client)
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        forget()
        throw explainFailure(error)
      },
    )
    const forget = () => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    return connected
  }
}

/** Settings shared by the connections of one pool. */
interface ConnectionSettings {
  readonly hot: HotStatements
  /** A server that does not answer for longer counts as lost. Scripts have no limit. */
  readonly answerMsMax: number
}

/** Adapts the driver's client to our connection. Values are sent as text, and one call sends one statement ("extended" mode). */
function connectionOf(client: ClientBase, { hot, answerMsMax }: ConnectionSettings): Connection {
  return {
    query: async (sql, values) => {
      const name = hot.nameOf(sql)
      const statement = {
        ...(name && { name }),
        text: sql,
        values: [...values],
        queryMode: 'extended',
        query_timeout: answerMsMax,
      }
      try {
        const result = await client.query(statement)
        refuseUnreplicated(client)
        return result.rows
      } catch (error) {
        const failure = explainFailure(error)
        if (failure instanceof DatabaseError && failure.code === PLAN_OUTDATED) hot.giveUp(sql)
        throw failure
      }
    },
    script: async (sql) => {
      await client.query(sql).catch(rethrow)
    },
    control: async (command) => {
      const statement = { text: command, query_timeout: answerMsMax }
      const result = await client.query(statement).catch(rethrow)
      refuseUnreplicated(client)
      return result.command
    },
  }
}

/** Connections on which somebody has cancelled a commit's wait for the standby. */
const unreplicated = new WeakSet<ClientBase>()

/** "Canceling wait for synchronous replication": PostgreSQL then takes the commit for done, and a standby that takes over may not have it. */
function watchNotices(client: ClientBase): void {
  client.on('notice', ({ code, message }) => {
    if (code === WARNING && message?.includes('synchronous replication')) unreplicated.add(client)
  })
}

function refuseUnreplicated(client: ClientBase): void {
  if (unreplicated.has(client)) throw new DatabaseUnavailable('the wait for the standby was cancelled')
}

function rethrow(error: unknown): never {
  throw explainFailure(error)
}

/** Translates the driver's error: a refusal, a lost connection, or a value that could not be read. */
function explainFailure(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || error instanceof UnreadableValue) return error
  if (error instanceof ServerError && error.code !== undefined && !isEnd(error)) {
    const { message, code, constraint, table, column } = error
    return new DatabaseError({ message, code, constraint, table, column })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new DatabaseUnavailable(`the database server is not available: ${message}`, error)
}

const WARNING = '01000'
/** A write was sent to a server that only reads: to a standby, or to a primary that has become one. */
const READ_ONLY = '25006'

/** FATAL and PANIC end the connection; class 08 means that it is gone. A server that only reads is not the one to ask. */
function isEnd({ severity, code }: ServerError): boolean {
  return severity === 'FATAL' || severity === 'PANIC' || code === READ_ONLY || code?.startsWith('08') === true
}
