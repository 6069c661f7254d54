import { toCount } from '#domain/counts.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Database, Transaction } from './database.ts'

/** The topic under which a transaction announces that it has put rows into the outbox. */
export const OUTBOX = 'outbox'

export interface NewOutboxRow {
  /** Its sender: 'SMS', 'PUSH'. */
  readonly kind: string
  /** The fact that causes it: 'notice:17'. A key is put once for each kind and target, however often it is asked for. */
  readonly key: string
  /** The place that it goes to, if one fact goes to several of a kind. */
  readonly target?: string | undefined
  /** Erased when the row ends. */
  readonly payload?: string | undefined
  readonly dueAt: Date
}

/** A row that this process alone may send, for a while. */
export interface OutboxRow {
  readonly id: number
  readonly key: string
  readonly target: string
  readonly payload: string
  /** The number of times that it was claimed, this one included. */
  readonly tries: number
}

/**
 * The outcome of a sending or a look-up. `later`: it was certainly not sent, and is sent after a pause, or after `afterMs`. `unknown`: it
 * may have arrived. `none`: there is nowhere to send it.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly afterMs?: number | undefined }
  | { readonly kind: 'unknown' }

/** A look-up never leads to another sending: the receiver may see a message late. */
export type Found = Exclude<Outcome, { kind: 'later' | 'none' }>

/** One sort of rows with its sender. Each kind goes at its own pace, so that a slow vendor delays no other. */
export interface OutboxKind<Item> {
  readonly name: string
  /** The number of rows sent at the same time. */
  readonly parallelMax: number
  /** Whether what may have arrived is sent again. */
  readonly repeats: boolean
  /** The data of rows, by their ids, within the transaction that claims them. A row without data is dropped. */
  load(tx: Transaction, rows: readonly OutboxRow[]): Promise<ReadonlyMap<number, Item>>
  /** Never throws for a fault of a vendor. */
  send(item: Item): Promise<Outcome>
  /** Asks the vendor for the fate of what may have arrived. Without it such a row ends as UNKNOWN, unless the kind repeats. */
  lookUp?(item: Item): Promise<Found>
}

type End = 'SENT' | 'REFUSED' | 'DROPPED' | 'UNKNOWN' | 'GIVEN_UP'

interface Claimed<Item> extends OutboxRow {
  /** False if an earlier claim may have sent it. */
  readonly isUnsent: boolean
  readonly item: Item | undefined
}

/** Puts rows into the outbox, in the transaction in which their facts become true. */
export async function putInOutbox(tx: Transaction, rows: readonly NewOutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into outbox (kind, key, target, payload, next_try_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) on conflict do nothing`,
    [
      rows.map(({ kind }) => kind),
      rows.map(({ key }) => key),
      rows.map(({ target }) => target ?? ''),
      rows.map(({ payload }) => payload ?? ''),
      rows.map(({ dueAt }) => dueAt),
    ],
  )
  tx.announce(OUTBOX)
}

export interface Dispatching {
  readonly database: Database
  readonly now: () => Date
  readonly log: { error(details: object, message: string): void }
}

/** Longer than any vendor takes: until then no other process claims the rows that this one has claimed. */
const HELD_MS = 120_000
/** The pause after each failed try; after the last one the row is given up. */
const PAUSES_MS = [0.5, 2, 10, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS)

/**
 * Sends the due rows of one kind. Each row is marked before it is sent: if a restart or a vendor's silence leaves its outcome open, it is
 * looked up, and only a kind that repeats sends it again. Another process that sends at the same time claims other rows.
 */
export async function dispatch<Item>(
  dispatching: Dispatching,
  kind: OutboxKind<Item>,
  stopping?: AbortSignal,
): Promise<void> {
  const record = recorder(dispatching.database)
  for (let claimed = kind.parallelMax; claimed === kind.parallelMax && !stopping?.aborted; ) {
    const at = dispatching.now()
    const heldUntil = new Date(at.getTime() + HELD_MS)
    const rows = await claim(dispatching.database, kind, { at, heldUntil })
    await Promise.all(
      rows.map(async (row) => {
        const result = await sendRow(dispatching, kind, { row, heldUntil })
        if (result) await record(result)
      }),
    )
    claimed = rows.length
  }
}

/** Marks due rows as being sent, oldest first, and reads their data. Rows that another process is claiming are skipped. */
const claim = <Item>(
  database: Database,
  kind: OutboxKind<Item>,
  { at, heldUntil }: { at: Date; heldUntil: Date },
): Promise<Claimed<Item>[]> =>
  database.transaction(async (tx) => {
    const found = await tx.query<Omit<OutboxRow, 'id'> & { id: bigint; isUnsent: boolean }>(
      `with due as (
        select id, state from outbox where kind = $1 and ended_at is null and next_try_at <= $2
        order by next_try_at, id limit $4 for update skip locked
      )
      update outbox as o set state = 'SENDING', next_try_at = $3, tries = tries + 1 from due where o.id = due.id
      returning o.id, key, target, payload, tries, due.state = 'WAITING' as "isUnsent"`,
      [kind.name, at, heldUntil, kind.parallelMax],
    )
    if (found.length === 0) return []
    const rows = found.map((row) => ({ ...row, id: toCount(row.id) }))
    const items = await kind.load(tx, rows)
    return rows.map((row) => ({ ...row, item: items.get(row.id) }))
  })

/** @returns `undefined` if the row is another process's by now */
async function sendRow<Item>(
  { now, log }: Dispatching,
  kind: OutboxKind<Item>,
  { row, heldUntil }: { row: Claimed<Item>; heldUntil: Date },
): Promise<Result | undefined> {
  const { key, tries } = row
  const outcome = await outcomeOf(kind, row, () => now() < heldUntil)
  if (outcome === undefined) return undefined
  const details = { key, kind: kind.name }
  if (outcome.kind === 'refused') log.error(details, 'a vendor refused what the outbox sent')
  const end = endOf(outcome, kind)
  if (end !== undefined) return { row, state: end, endedAt: now() }
  const pauseMs = PAUSES_MS[tries - 1]
  const isLookedUp = outcome.kind === 'unknown' && !kind.repeats
  if (pauseMs === undefined) {
    log.error({ ...details, tries }, 'what the outbox tried too often is given up')
    return { row, state: isLookedUp ? 'UNKNOWN' : 'GIVEN_UP', endedAt: now() }
  }
  const afterMs = outcome.kind === 'later' ? outcome.afterMs : undefined
  const nextTryAt = new Date(now().getTime() + Math.max(afterMs ?? 0, pauseMs))
  return { row, state: isLookedUp ? 'UNKNOWN' : 'WAITING', nextTryAt }
}

/** `undefined` if the claim has ended meanwhile: nothing is sent any more. */
async function outcomeOf<Item>(
  kind: OutboxKind<Item>,
  { item, isUnsent }: Claimed<Item>,
  isHeld: () => boolean,
): Promise<Outcome | undefined> {
  const maySend = isUnsent || kind.repeats
  if (item === undefined) return { kind: maySend ? 'none' : 'unknown' }
  if (maySend) return isHeld() ? kind.send(item) : undefined
  return kind.lookUp ? kind.lookUp(item) : { kind: 'unknown' }
}

/** `undefined` if it is to be tried or looked up again. */
function endOf({ kind }: Outcome, { repeats, lookUp }: Pick<OutboxKind<never>, 'repeats' | 'lookUp'>): End | undefined {
  switch (kind) {
    case 'sent':
      return 'SENT'
    case 'refused':
      return 'REFUSED'
    case 'none':
      return 'DROPPED'
    case 'later':
      return undefined
    case 'unknown':
      return repeats || lookUp ? undefined : 'UNKNOWN'
  }
}

/** The outcome of a claimed row: its end, or the time of the next try. */
interface Result {
  readonly row: OutboxRow
  readonly state: End | 'WAITING' | 'UNKNOWN'
  readonly endedAt?: Date
  readonly nextTryAt?: Date
}

/**
 * Writes results. Those that come while others are written go together in the next statement: with a statement for each, a broadcast took
 * twice as long.
 */
function recorder(database: Database): (result: Result) => Promise<void> {
  let waiting: Result[] = []
  let written: Promise<void> = Promise.resolve()
  return (result) => {
    waiting.push(result)
    if (waiting.length > 1) return written
    written = written
      .catch(() => undefined)
      .then(() => {
        const results = waiting
        waiting = []
        return write(database, results)
      })
    return written
  }
}

/** Does nothing to rows that another process has claimed meanwhile. */
async function write(database: Database, results: readonly Result[]): Promise<void> {
  await database.query(
    `update outbox set state = ($3::text[])[array_position($1::bigint[], id)], ended_at = ($4::timestamptz[])[array_position($1::bigint[], id)],
       next_try_at = coalesce(($5::timestamptz[])[array_position($1::bigint[], id)], next_try_at),
       payload = case when ($4::timestamptz[])[array_position($1::bigint[], id)] is null then payload else '' end
     where id = any ($1::bigint[]) and tries = ($2::smallint[])[array_position($1::bigint[], id)] and ended_at is null`,
    [
      results.map(({ row }) => row.id),
      results.map(({ row }) => row.tries),
      results.map(({ state }) => state),
      results.map(({ endedAt }) => endedAt),
      results.map(({ nextTryAt }) => nextTryAt),
    ],
  )
}
