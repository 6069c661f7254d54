import { createHash, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'
import type { AnchorPlace } from '../providers/anchors/anchors.ts'
import {
  type AnchorFacts,
  insertAnchor,
  newestAnchor,
  noteKept,
  readAnchorFacts,
  readChainsAt,
  unkeptAnchors,
} from '../store/accounts/audit-anchors.ts'
import type { Database, Transaction } from '../store/database.ts'

const FORMAT = 'kimia-audit-anchor-1'
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.nonnegative())

/** The signed facts, in the order in which they are written. */
const Anchor = z.strictObject({
  format: z.literal(FORMAT),
  /** Anchors of a series are numbered from 1. A restore begins another. */
  series: Count,
  number: Count,
  /** The fingerprint of the anchor before: none can be left out or exchanged. */
  previous: z.nullable(Hash),
  at: z.iso.datetime(),
  event: Count,
  chain: Hash,
  statement: z.nullable(z.strictObject({ number: Count, fingerprint: Hash })),
  /** The moment whose state the restore before this series brought back. */
  restoredTo: z.nullable(z.iso.datetime()),
})
type Anchor = z.output<typeof Anchor>

const SignedAnchor = z.extend(Anchor, {
  publicKey: Hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
type SignedAnchor = z.output<typeof SignedAnchor>

/** The bytes that are signed. */
const bytesOf = (anchor: Anchor) => Buffer.from(JSON.stringify(anchor))

const fingerprintOf = (anchor: Anchor) => createHash('sha256').update(bytesOf(anchor)).digest('hex')

/** An anchor of a place, with the fingerprint that the next one names. */
export interface ReadAnchor extends SignedAnchor {
  readonly fingerprint: string
  /** Whether the signature is that of the key beside it. */
  readonly isSigned: boolean
}

/** The beginning of every Ed25519 public key in its DER form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The anchor of a line; `undefined` if the line is none. */
export function readAnchor(line: string): ReadAnchor | undefined {
  const parsed = SignedAnchor.safeParse(jsonOf(line))
  if (!parsed.success) return undefined
  const { publicKey, signature, ...anchor } = parsed.data
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  const isSigned = verify(null, bytesOf(anchor), key, Buffer.from(signature, 'hex'))
  return { ...parsed.data, fingerprint: fingerprintOf(anchor), isSigned }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export interface AnchorServices {
  readonly database: Database
  readonly place: AnchorPlace
  readonly key: { readonly publicKey: string; sign(message: Uint8Array): string }
  readonly now: () => Date
  /** Receives the outcome of each run: the error, or `undefined` once everything is kept. */
  readonly note: (error: unknown) => void
}

/** Anchors that are put in one run: a place that was away for a week has them within minutes. */
const PUT_MAX = 2_000

/** The anchor of a process's last run, which no SQL reaches. */
export interface LastAnchor {
  readonly series: number
  readonly number: number
  readonly event: number
  /** In hex. */
  readonly chain: string
}

/** The log does not fit an anchor. Its code is what operators on duty are told. */
class AuditLogRewritten extends Error {
  readonly code = 'AUDIT_LOG_REWRITTEN'

  constructor(fault: string) {
    super(`${fault}. Keep the database as it is, and run npm run ledger:check -- --anchors.`)
  }
}

interface AnchorRun {
  /** Absent in the first run of a process. */
  readonly last?: LastAnchor | undefined
  readonly stopping?: AbortSignal | undefined
}

/**
 * Signs the head of the audit log and puts it into the place, where nobody who can rewrite the database can rewrite it: a log that was written
 * anew, chain and all, does not fit. While the place is away, anchors wait in the database.
 * @returns the new anchor, for the next run
 * @throws Error if the log does not fit the anchor before: then nothing is anchored until a restore begins another series
 */
export async function anchorAuditLog(
  services: AnchorServices,
  { last, stopping }: AnchorRun = {},
): Promise<LastAnchor> {
  const { database, now, note } = services
  const made = await database.transaction(async (tx) => {
    const madeAt = now()
    const facts = await readAnchorFacts(tx)
    const fault = await findRewriting(tx, { facts, last })
    if (fault !== undefined) return fault
    const signed = signAnchor(facts, services, madeAt)
    await insertAnchor(tx, { ...signed, madeAt })
    return { series: facts.series, number: signed.number, event: facts.event, chain: hexOf(facts.chain) }
  })
  // Anchors that wait are delivered even then: they are the evidence.
  const undelivered = await putWaiting(services, stopping)
  if (typeof made !== 'string') {
    note(undelivered)
    return made
  }
  const rewritten = new AuditLogRewritten(made)
  note(rewritten)
  throw rewritten
}

/** @returns the error if the place is away */
async function putWaiting(
  { database, place, now }: AnchorServices,
  stopping: AbortSignal | undefined,
): Promise<unknown> {
  for (const anchor of await unkeptAnchors(database, PUT_MAX)) {
    if (stopping?.aborted) return undefined
    try {
      const name = `${anchor.series}-${String(anchor.number).padStart(9, '0')}.json`
      await place.keep({ name, line: anchor.line })
    } catch (error) {
      return error
    }
    await noteKept(database, anchor, now())
  }
  return undefined
}

/**
 * How the log differs from the anchor before, as a sentence without its full stop. SQL can rewrite the log, but not what this process remembers, and
 * cannot sign with its key what the database has instead of that in the first run.
 */
async function findRewriting(
  tx: Transaction,
  { facts, last }: { facts: AnchorFacts; last: LastAnchor | undefined },
): Promise<string | undefined> {
  const newest = await newestAnchor(tx, 'made')
  if (last?.series === facts.series) {
    if ((facts.number ?? 0) < last.number) return `anchor ${last.number} was taken out of the database`
    if (!(await isInLog(tx, last))) return `the audit log was rewritten: it does not fit anchor ${last.number}`
  }
  if (newest?.series !== facts.series) return undefined
  const anchor = readAnchor(newest.line)
  if (!anchor?.isSigned) return `anchor ${newest.number} in the database was changed`
  return (await isInLog(tx, anchor))
    ? undefined
    : `the audit log was rewritten: it does not fit anchor ${newest.number}`
}

/** The log begins with event 1. */
const isInLog = async (tx: Transaction, { event, chain }: Pick<LastAnchor, 'event' | 'chain'>) =>
  event === 0 || (await readChainsAt(tx, [event])).get(event) === chain

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function signAnchor(facts: AnchorFacts, { key }: Pick<AnchorServices, 'key'>, at: Date) {
  const { series, number = 0, fingerprint, event, chain, statement, statementFingerprint, restoredTo } = facts
  const anchor: Anchor = {
    ...{ format: FORMAT, series, number: number + 1, previous: fingerprint ?? null, at: at.toISOString(), event },
    chain: hexOf(chain),
    statement:
      statement === undefined || statementFingerprint === undefined
        ? null
        : { number: statement, fingerprint: statementFingerprint },
    restoredTo: restoredTo?.toISOString() ?? null,
  }
  const line = JSON.stringify({ ...anchor, publicKey: key.publicKey, signature: key.sign(bytesOf(anchor)) })
  return { series, number: anchor.number, line, fingerprint: fingerprintOf(anchor) }
}
