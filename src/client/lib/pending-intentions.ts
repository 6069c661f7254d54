import * as z from 'zod/mini'
import { attempt, tabValue } from './tab-value.ts'

/** A sent command with an unknown outcome, stored on the device until the outcome is known. */
export interface PendingIntention {
  /** The part of the app that sent it: that part's schema reads its terms. */
  readonly kind: string
  readonly key: string
  readonly terms: unknown
  /** When it was first sent, in milliseconds since 1970. */
  readonly sentAt: number
}

const PREFIX = 'pending-intention:'
/** The identifier of this tab: a reload keeps it, a new tab gets another. */
const tabId = tabValue('tab', z.string(), { wipedAtLogout: false })

const Kept = z.object({ kind: z.string(), key: z.string(), terms: z.unknown(), sentAt: z.number(), tab: z.string() })
type Kept = z.output<typeof Kept>

/** The server remembers a key for a day; this is one hour less, since clocks differ. A later repeat would be a new command. */
export const PENDING_MS_MAX = 23 * 3_600_000
/** By this time another tab that sent a command has its answer, or is closed. */
const OTHER_TABS_MS = 60_000

/** For a browser that refuses storage: there, a reload loses the commands. */
const inMemory = new Map<string, string>()
let tabOfMemory: string | undefined

/** Called before the command is sent. A repeat keeps the time of the first attempt. */
export function keepPending(intention: PendingIntention): void {
  const text = JSON.stringify({ ...intention, tab: thisTab() } satisfies Kept)
  inMemory.set(intention.key, text)
  attempt(() => localStorage.setItem(PREFIX + intention.key, text))
}

/** Called when the outcome is known or the user dismisses it. */
export function dropPending(key: string): void {
  inMemory.delete(key)
  attempt(() => localStorage.removeItem(PREFIX + key))
}

/** Part of a logout: another user must not repeat these commands. */
export function dropAllPending(): void {
  for (const { key } of readAll()) dropPending(key)
}

/** Drops commands that are too old to be inquired about. Returns whether there was one of this kind. */
export function dropStalePending(kind: string): boolean {
  const stale = readAll().filter((kept) => kept.kind === kind && isStale(kept))
  for (const { key } of stale) dropPending(key)
  return stale.length > 0
}

export const isStale = ({ sentAt }: Pick<PendingIntention, 'sentAt'>) => Date.now() - sentAt > PENDING_MS_MAX

/**
 * The newest command of this kind with an unknown outcome and terms that the schema can read: either of this tab, from before a reload, or of a
 * closed tab.
 */
export function findPending<Terms>(
  kind: string,
  schema: z.ZodMiniType<Terms>,
  isWanted: (terms: Terms) => boolean = () => true,
): { key: string; terms: Terms; sentAt: number } | undefined {
  for (const kept of readAll()) {
    if (kept.kind !== kind || isStale(kept) || !isOurs(kept)) continue
    const terms = schema.safeParse(kept.terms)
    if (terms.success && isWanted(terms.data)) return { key: kept.key, terms: terms.data, sentAt: kept.sentAt }
  }
  return undefined
}

/** Whether a screen has a command to resume when it opens. */
export const hasPending = (kind: string): boolean =>
  readAll().some((kept) => kept.kind === kind && !isStale(kept) && isOurs(kept))

const isOurs = ({ tab, sentAt }: Kept) => tab === thisTab() || Date.now() - sentAt > OTHER_TABS_MS

/** Newest first. */
function readAll(): Kept[] {
  const texts = new Map(inMemory)
  attempt(() => {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i)
      const text = name?.startsWith(PREFIX) ? localStorage.getItem(name) : null
      if (name && text !== null) texts.set(name.slice(PREFIX.length), text)
    }
    // Another tab or a logout has dropped it.
    for (const key of inMemory.keys()) if (localStorage.getItem(PREFIX + key) === null) texts.delete(key)
  })
  return [...texts.values()].flatMap(read).sort((a, b) => b.sentAt - a.sentAt)
}

function read(text: string): Kept[] {
  try {
    return [Kept.parse(JSON.parse(text))]
  } catch {
    return []
  }
}

function thisTab(): string {
  const stored = tabId.read()
  if (stored !== undefined) return stored
  tabOfMemory ??= crypto.randomUUID()
  tabId.keep(tabOfMemory)
  return tabOfMemory
}
