import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FINEST_DECIMALS, parseDecimal, powerOfTen } from '#domain/decimal.ts'
import { DAY_MS, type PastPayment } from './check-limits.ts'
import { type EndedRecord, type IntentRecord, JournalRecord, type Plan } from './journal-records.ts'

/** A version of an intent's transaction: the first, and one for each higher fee. */
interface Version {
  readonly plan: Plan
  readonly txid?: string
  readonly raw?: string
  readonly sent: boolean
}

export interface JournaledIntent extends Omit<IntentRecord, 'type' | 'plan'> {
  readonly versions: readonly Version[]
  readonly ended: EndedRecord | undefined
}

type WithoutTime<Each> = Each extends unknown ? Omit<Each, 'at'> : never

/**
 * Custody's only memory: each line is on the disk before what it says is done. It is read whole at a start and appended to, never changed;
 * limits, nonces and spent coins follow from it, so that a restart forgets nothing.
 */
export interface Journal {
  readonly stopped: boolean
  /** When the switch was used last; 0: never. */
  readonly switchedAt: number
  find(id: string): JournaledIntent | undefined
  /** The id of the intent that a transaction belongs to. */
  intentOf(txid: string): string | undefined
  /** Payments of a coin within a day before the time, on all networks. */
  paymentsOf(coin: string, at: number): PastPayment[]
  /** The most that the transactions of a network cost together that were planned within a day before the time. */
  feesOn(network: string, at: number): bigint
  /** The newest lease of a job under which custody was asked since sending was resumed last; 0: none. */
  fenceOf(job: string): number
  /** The coins, nonces and times of all plans of a network. */
  spentOn(network: string): ReadonlySet<string>
  /** Never earlier than the last line, whatever the clock says: a clock set back frees no limit. */
  now(): number
  append(record: WithoutTime<JournalRecord>): void
  close(): void
}

/** Opens the journal of a folder, which one process at a time may use. @throws Error if it is in use or damaged */
export function openJournal(folder: string, clock: () => number = Date.now): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lock(folder)
  const path = join(folder, 'journal.jsonl')
  const file = openSync(path, 'a', 0o600)
  syncFolder(folder)
  const state = new JournalState()
  const text = readFileSync(path, 'utf8')
  // A line without its end was being written when the process died: nothing has been done on its word.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole))
  for (const [place, line] of whole.split('\n').entries()) if (line !== '') state.apply(readLine(line, place + 1))
  let isBroken = false
  return {
    get stopped() {
      return state.stopped
    },
    get switchedAt() {
      return state.switchedAt
    },
    feesOn: (network, at) => state.feesOn(network, at),
    fenceOf: (job) => state.fences.get(job) ?? 0,
    find: (id) => state.intents.get(id),
    intentOf: (txid) => state.byTxid.get(txid),
    paymentsOf: (coin, at) => state.paymentsOf(coin, at),
    spentOn: (network) => state.spent.get(network) ?? new Set(),
    now: () => Math.max(clock(), state.lastAt),
    append(given) {
      if (isBroken) throw new Error('the journal could not be written; custody has to be started again')
      const record = JournalRecord.parse({ ...given, at: Math.max(clock(), state.lastAt) })
      isBroken = true
      writeWhole(file, `${JSON.stringify(record)}\n`)
      fdatasyncSync(file)
      isBroken = false
      state.apply(record)
    },
    close() {
      closeSync(file)
      unlock()
    },
  }
}

class JournalState {
  readonly intents = new Map<string, JournaledIntent>()
  readonly byTxid = new Map<string, string>()
  readonly spent = new Map<string, Set<string>>()
  readonly fences = new Map<string, number>()
  readonly #payments = new Map<string, PastPayment[]>()
  readonly #fees = new Map<string, { at: number; fee: bigint }[]>()
  stopped = false
  switchedAt = 0
  lastAt = 0

  apply(record: JournalRecord): void {
    this.lastAt = record.at
    if (record.type === 'fence') {
      this.fences.set(record.job, record.number)
      return
    }
    if (record.type === 'switch') {
      if (!record.stopped) this.fences.clear()
      this.stopped = record.stopped
      this.switchedAt = record.at
      return
    }
    if (record.type === 'intent') {
      this.#accept(record)
      return
    }
    const intent = this.intents.get(record.id)
    if (!intent) throw new Error(`the journal has no intent ${record.id}`)
    this.intents.set(record.id, this.#advance(intent, record))
  }

  #accept({ type: _, plan, ...intent }: IntentRecord): void {
    this.intents.set(intent.id, { ...intent, versions: [{ plan, sent: false }], ended: undefined })
    this.#spend(intent, plan)
    if (intent.kind !== 'payment') return
    const { coin, at, approvedBy } = intent
    const amount = toFinest(parseDecimal(intent.amount, 0) ?? 0n, intent.decimals)
    const payments = this.#payments.get(coin) ?? []
    payments.push({ at, amount, approved: approvedBy.length > 0 })
    this.#payments.set(coin, payments)
  }

  #advance(
    intent: JournaledIntent,
    record: Exclude<JournalRecord, { type: 'intent' | 'switch' | 'fence' }>,
  ): JournaledIntent {
    const { versions } = intent
    switch (record.type) {
      case 'replacement':
        this.#spend({ network: intent.network, at: record.at }, record.plan)
        return { ...intent, versions: [...versions, { plan: record.plan, sent: false }] }
      case 'signed': {
        this.byTxid.set(record.txid, intent.id)
        const { txid, raw } = record
        return {
          ...intent,
          versions: versions.map((each) => (each.txid === undefined ? { ...each, txid, raw } : each)),
        }
      }
      case 'sent':
        return {
          ...intent,
          versions: versions.map((each) => (each.txid === record.txid ? { ...each, sent: true } : each)),
        }
      case 'ended':
        return { ...intent, ended: record }
    }
  }

  #spend({ network, at }: { network: string; at: number }, { spends, fee }: Plan): void {
    const fees = this.#fees.get(network) ?? []
    fees.push({ at, fee: parseDecimal(fee, 0) ?? 0n })
    this.#fees.set(network, fees)
    const spent = this.spent.get(network) ?? new Set()
    for (const each of spends) spent.add(each)
    this.spent.set(network, spent)
  }

  feesOn(network: string, at: number): bigint {
    return (this.#fees.get(network) ?? []).reduce((sum, each) => (each.at > at - DAY_MS ? sum + each.fee : sum), 0n)
  }

  paymentsOf(coin: string, at: number): PastPayment[] {
    return (this.#payments.get(coin) ?? []).filter((payment) => payment.at > at - DAY_MS)
  }
}

/** An amount in 10^-24 coins, the unit in which the limits compare what networks count differently. */
export const toFinest = (units: bigint, decimals: number): bigint => units * powerOfTen(FINEST_DECIMALS - decimals)

function readLine(line: string, number: number): JournalRecord {
  try {
    return JournalRecord.parse(JSON.parse(line))
  } catch {
    throw new Error(`line ${number} of the journal is damaged: nothing is signed before it is understood`)
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The system's file lock, which SQLite takes and Node cannot: it ends with the process, however that ends. */
function lock(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'journal.lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch {
    database.close()
    throw new Error(`the journal in ${folder} is in use by another process`)
  }
  return () => database.close()
}
