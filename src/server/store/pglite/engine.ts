import { closeSync, cpSync, fdatasyncSync, openSync } from 'node:fs'
import { PGlite, protocol } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DatabaseError, type Refusal } from '../database.ts'
import { HotStatements, PLAN_OUTDATED } from '../hot-statements.ts'
import { type Decoder, decoderOf } from '../pg-values.ts'

const { serialize } = protocol

/** A question of the serving thread to the database thread, which answers one at a time. */
export type Question =
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | null)[] }
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'copy'; readonly to: string }
  | { readonly kind: 'close' }

/** The database thread's answer. After `dead` it has ended, and the data folder must be opened again. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly rows: unknown[] }
  | { readonly kind: 'done'; readonly command: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'uncopied'; readonly message: string }
  | { readonly kind: 'dead'; readonly message: string }

/** The engine's default parameters without `-F`, which turns fsync off. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap(setting),
  // ANALYZE stops this one process while it samples: 3,000 rows instead of 30,000 take a tenth of the time.
  ...['default_statistics_target=10'].flatMap(setting),
  // The default of 128 MB fills with the first migrations and stays, although the system caches the same files.
  ...['shared_buffers=64MB'].flatMap(setting),
  ...['TimeZone=UTC', 'DateStyle=ISO', 'bytea_output=hex', 'extra_float_digits=1'].flatMap(setting),
]

function setting(text: string): [string, string] {
  return ['-c', text]
}

/** @throws Error with the engine's last message */
async function start(files: DurableFiles, folder: string): Promise<PGlite> {
  const words: string[] = []
  const onStderr = (line: string) => {
    words.push(line)
    return words.length > 3 && words.shift() === undefined
  }
  try {
    return await PGlite.create({ fs: files, startParams: START_PARAMETERS, onStderr })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the database in ${folder} could not be opened: ${[reason, ...words].join('; ')}`)
  }
}

/** PostgreSQL in this thread. Calls must not overlap. Any error other than a DatabaseError or an UnreadableValue ends it. */
export class Engine {
  readonly #postgres: PGlite
  readonly #files: DurableFiles
  readonly #folder: string
  readonly #hot = new HotStatements()
  readonly #prepared = new Set<string>()

  private constructor(postgres: PGlite, files: DurableFiles, folder: string) {
    this.#postgres = postgres
    this.#files = files
    this.#folder = folder
  }

  /** Opens an initialised folder. @throws Error if a committed write does not reach the disk */
  static async open({ folder }: { folder: string }): Promise<Engine> {
    const files = new DurableFiles(folder)
    const engine = new Engine(await start(files, folder), files, folder)
    await engine.#proveDurable()
    return engine
  }

  /**
   * Sends a statement to the engine in one exchange; frequent ones stay prepared: 75 µs for a batch of one order. PGlite's own `query`,
   * with its parsers and serializers, takes 320: it makes four exchanges and prepares every time.
   */
  async query(sql: string, values: readonly (string | null)[]): Promise<unknown[]> {
    const name = this.#hot.nameOf(sql) ?? ''
    const frames = [
      serialize.bind({ statement: name, values: [...values] }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]
    if (!this.#prepared.has(name)) frames.unshift(serialize.parse({ name, text: sql }))
    const messages = await this.#exchange(Buffer.concat(frames))
    if (name && messages.some((message) => message.name === 'parseComplete')) this.#prepared.add(name)
    try {
      return readAnswer(messages).rows
    } catch (error) {
      if (error instanceof DatabaseError && error.code === PLAN_OUTDATED) this.#hot.giveUp(sql)
      throw error
    }
  }

  async script(sql: string): Promise<string> {
    return readAnswer(await this.#exchange(serialize.query(sql))).command
  }

  get isInTransaction(): boolean {
    return this.#postgres.isInTransaction()
  }

  get logSyncs(): number {
    return this.#files.logSyncs
  }

  /** Copies the data folder after a checkpoint. This thread does nothing else meanwhile, so that all files are of one moment. @throws Error */
  async copy(to: string): Promise<void> {
    await this.script('CHECKPOINT')
    cpSync(this.#folder, to, { recursive: true, errorOnExist: true, force: false })
  }

  /** Shuts down like a server, with a last checkpoint, so that the next start has nothing to recover. */
  close(): Promise<void> {
    return this.#postgres.close()
  }

  #exchange(frames: Uint8Array) {
    return this.#postgres.execProtocolStream(frames, { syncToFs: false, throwOnError: false })
  }

  /** A commit whose log does not reach the disk would be lost without a trace in a power cut. */
  async #proveDurable(): Promise<void> {
    const before = this.#files.logSyncs
    await this.script(`SELECT pg_logical_emit_message(true, 'self-test', 'a committed write')`)
    if (this.#files.logSyncs > before) return
    throw new Error('a committed write does not reach the disk: refusing to keep money in this database')
  }
}

/**
 * The engine's files in a real folder, with the call that the stock file system lacks: fsync. Without it the engine assumes that a commit
 * is on disk while it is only in the kernel's memory.
 */
export class DurableFiles extends NodeFS {
  #logSyncs = 0

  /** How often the write-ahead log was synced to disk since the start. */
  get logSyncs(): number {
    return this.#logSyncs
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }: Parameters<NonNullable<typeof emscriptenOpts.preRun>[number]>[0]) => {
        NODEFS.stream_ops.fsync = ({ nfd, node }: EngineStream) => {
          const path: string = NODEFS.realPath(node)
          // Reports the system's error to the engine, which stops rather than trust a file that did not reach the disk.
          NODEFS.tryFSOperation(() => syncData(nfd, path))
          if (LOG_SEGMENT.test(path)) this.#logSyncs++
          return 0
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

const LOG_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/

/** An open file of the engine; folders may have no system descriptor. */
interface EngineStream {
  readonly nfd?: number
  readonly node: unknown
}

function syncData(descriptor: number | undefined, path: string): void {
  const opened = descriptor ?? openSync(path, 'r')
  try {
    fdatasyncSync(opened)
  } finally {
    if (descriptor === undefined) closeSync(opened)
  }
}

const { messages: shapes } = protocol

interface Reading {
  rows: unknown[]
  command: string
  refusal: DatabaseError | undefined
}

interface Column {
  readonly name: string
  readonly decode: Decoder
}

/**
 * Reads the engine's messages of one exchange: the rows and command tag of its last statement. @throws DatabaseError for a refusal; Error
 * if the engine reports its own end
 */
export function readAnswer(messages: readonly unknown[]): { rows: unknown[]; command: string } {
  const reading: Reading = { rows: [], command: '', refusal: undefined }
  let columns: Column[] = []
  for (const message of messages) {
    if (message instanceof shapes.DataRowMessage) reading.rows.push(readRow(columns, message.fields))
    else if (message instanceof shapes.RowDescriptionMessage) {
      reading.rows = []
      columns = message.fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }))
    } else if (message instanceof shapes.CommandCompleteMessage) {
      reading.command = message.text.split(' ', 1)[0] ?? ''
      if (columns.length === 0) reading.rows = []
    } else if (message instanceof shapes.DatabaseError) reading.refusal ??= readRefusal(message)
  }
  if (reading.refusal) throw reading.refusal
  return reading
}

function readRow(columns: readonly Column[], texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    const text = texts[index] ?? null
    if (column) row[column.name] = text === null ? null : column.decode(text)
  }
  return row
}

type ServerError = InstanceType<typeof shapes.DatabaseError>

function readRefusal({ message, severity, code, constraint, table, column }: ServerError): DatabaseError {
  if (severity === 'PANIC' || severity === 'FATAL') throw new Error(`the engine ended: ${message}`)
  return new DatabaseError({ message, code: code ?? 'XX000', constraint, table, column })
}
