import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type KeptAnchor,
  newestAnchor,
  readChainsAt,
  readStatementFingerprints,
} from '../store/accounts/audit-anchors.ts'
import type { Queryable } from '../store/database.ts'
import { type ReadAnchor, readAnchor } from './audit-anchors.ts'

export interface AnchorReport {
  readonly anchors: number
  /** The keys that signed, in hex: the one of the public page, if nothing is wrong. */
  readonly keys: readonly string[]
  /** Anchors of events that a restore has lost. */
  readonly lost: number
  /** Each restore that anchors name. A program that writes the database can invent one: a person compares them with those that were made. */
  readonly restores: readonly { readonly at: string; readonly to: string }[]
  /** As sentences, the first anchor that does not fit first; empty if all fit. */
  readonly faults: readonly string[]
}

/** The lines of a file, or of all files of a folder. A line that a power cut left half written is the beginning of the next one. */
async function readLines(path: string): Promise<string[]> {
  const isFolder = (await stat(path)).isDirectory()
  const names = isFolder ? (await readdir(path, { recursive: true })).sort() : ['']
  const lines: string[] = []
  for (const name of names) {
    const file = join(path, name)
    if ((await stat(file)).isFile()) lines.push(...(await readFile(file, 'utf8')).split('\n').filter(Boolean))
  }
  return lines.filter((line, index) => line === lines[index + 1] || !lines[index + 1]?.startsWith(line))
}

/**
 * Compares every anchor of a place with the database: its signature, that none is missing, and that the log and the statements are still those
 * that it states. Anchors of events after the moment of a restore are counted as lost.
 */
export async function checkAnchors(
  database: Queryable,
  { path, publicKey }: { path: string; publicKey: string | undefined },
): Promise<AnchorReport> {
  const kept = await newestAnchor(database, 'kept')
  const faults: string[] = []
  const anchors = new Map<string, ReadAnchor>()
  for (const line of await readLines(path)) {
    const anchor = readAnchor(line)
    if (anchor) anchors.set(line, anchor)
    else faults.push(`"${line.slice(0, 40)}…" is no anchor`)
  }
  const read = [...anchors.values()].sort((one, other) => one.series - other.series || one.number - other.number)
  const wanted = publicKey ?? read[0]?.publicKey
  for (const anchor of read) {
    if (!anchor.isSigned) faults.push(`${nameOf(anchor)} has a wrong signature`)
    else if (anchor.publicKey !== wanted) faults.push(`${nameOf(anchor)} is signed by another key, ${anchor.publicKey}`)
  }
  faults.push(...gapsOf(read), ...(await faultsAtEnd(database, read, kept)))
  const { lost, unfit } = await compare(database, read)
  const keys = [...new Set(read.map((anchor) => anchor.publicKey))]
  return { anchors: read.length, keys, lost, restores: restoresIn(read), faults: [...unfit, ...faults] }
}

function restoresIn(read: readonly ReadAnchor[]): AnchorReport['restores'] {
  const bySeries = new Map(
    read.flatMap(({ series, restoredTo }) => (restoredTo === null ? [] : [[series, restoredTo] as const])),
  )
  return [...bySeries].map(([series, to]) => ({ at: new Date(series).toISOString(), to }))
}

const nameOf = ({ number, series, at }: Pick<ReadAnchor, 'number' | 'series' | 'at'>) =>
  `anchor ${number}${series === 0 ? '' : ` of series ${series}`}, of ${at},`

/** Anchors that are missing between others, or stand in another's place. */
function gapsOf(read: readonly ReadAnchor[]): string[] {
  return read.flatMap((anchor, index) => {
    const before = read[index - 1]
    const known = before?.series === anchor.series ? before : undefined
    const expected = (known?.number ?? 0) + 1
    if (anchor.number > expected)
      return [`anchors ${expected} to ${anchor.number - 1} before ${nameOf(anchor)} are missing`]
    if (anchor.number < expected) return [`${nameOf(anchor)} is there twice, with other contents`]
    return anchor.previous === (known?.fingerprint ?? null)
      ? []
      : [`${nameOf(anchor)} does not follow the one before it`]
  })
}

/** The newest anchors here and there. The server may add one while they are read. */
async function faultsAtEnd(
  database: Queryable,
  read: readonly ReadAnchor[],
  kept: KeptAnchor | undefined,
): Promise<string[]> {
  const has = ({ series, number, fingerprint }: KeptAnchor) =>
    read.some((each) => each.series === series && each.number === number && each.fingerprint === fingerprint)
  if (kept && !has(kept)) return [`anchor ${kept.number}, which the place confirmed, is missing there`]
  const made = await newestAnchor(database, 'made')
  const unknown = read.find(({ series, number }) => (made ? series === made.series && number > made.number : true))
  return unknown ? [`${nameOf(unknown)} is unknown to the database: it is an older state, and no restore says so`] : []
}

/** Events whose hashes are read together. */
const TOGETHER = 5_000

async function compare(database: Queryable, read: readonly ReadAnchor[]) {
  const statements = await readStatementFingerprints(database)
  const unfit: string[] = []
  let lost = 0
  for (let first = 0; first < read.length; first += TOGETHER) {
    const anchors = read.slice(first, first + TOGETHER)
    const chains = await readChainsAt(
      database,
      anchors.map(({ event }) => event),
    )
    for (const anchor of anchors) {
      const { event, chain, statement } = anchor
      const fault =
        event > 0 && chains.get(event) !== chain
          ? `does not fit: event ${event} of the audit log, or one before it, was written anew`
          : statement !== null && statements.get(statement.number) !== statement.fingerprint
            ? `does not fit: the statement of liabilities ${statement.number} is another one`
            : undefined
      if (fault === undefined) continue
      if (isLost(anchor, read)) lost += 1
      else unfit.push(`${nameOf(anchor)} ${fault}`)
    }
  }
  return { lost, unfit }
}

/** Whether a later series says that a restore went back behind the anchor. */
const isLost = ({ series, at }: ReadAnchor, read: readonly ReadAnchor[]): boolean =>
  read.some((later) => later.series > series && later.restoredTo !== null && later.restoredTo < at)
