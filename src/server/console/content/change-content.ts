import * as z from 'zod/mini'
import { Rejected, rejected } from '#contract/rejected.ts'
import { CONTENT_KINDS, CONTENT_LENGTHS, type ContentKind, placeholdersOf, takesTwoToPublish } from '#domain/content.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import type { Language } from '#domain/market-state.ts'
import type { Contacts } from '../../content/contacts.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import {
  addEntry,
  addVersion,
  findEntry,
  lockText,
  moveEntry,
  publishVersion,
  readVersion,
  type WrittenVersion,
} from '../../store/content/texts.ts'
import type { Transaction } from '../../store/database.ts'
import { type Act, type Acting, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { Approved } from '../proposals/proposal.ts'
import { proposeSetting, readSetting } from '../proposals/setting.ts'

type Writing = Pick<ConsoleServices, 'accounts'>
type Publishing = Pick<ConsoleServices, 'accounts' | 'content'>

/** Identifies a text by its entry and language. */
interface Named {
  readonly kind: ContentKind
  readonly slug: string
  readonly language: Language
}

/** "PAGE/terms/fa", as a proposal names its text. */
const subjectOf = ({ kind, slug, language }: Named): string => `${kind}/${slug}/${language}`

function namedBy(subject = ''): Named | undefined {
  const [kindText, slug, language] = subject.split('/')
  const kind = CONTENT_KINDS.find((each) => each === kindText)
  return kind && slug !== undefined && (language === 'fa' || language === 'en') ? { kind, slug, language } : undefined
}

const nameOf = ({ kind, slug }: Omit<Named, 'language'>) => `${kind}/${slug}`

/** An operator's text, based on the version that was read; 0 for a first text. */
export interface Written {
  readonly title: string
  readonly body: string
  readonly basedOn: number
}

/** Saves the next version of a text. Refuses CONTENT_NOT_FOUND, CONTENT_CHANGED, NOTHING_TO_CHANGE. */
export function saveText(
  { accounts: { database, now } }: Writing,
  { kind, slug, language, title, body, basedOn }: Named & Written,
  acting: Acting,
): Promise<WrittenVersion | Rejected> {
  return database.transaction(async (tx) => {
    const entry = await findEntry(tx, { kind, slug })
    if (!entry) return rejected('CONTENT_NOT_FOUND')
    const text = { entryId: entry.id, language }
    const { newest } = await lockText(tx, text)
    if (newest !== basedOn) return rejected('CONTENT_CHANGED', { details: { newest } })
    const last = await readVersion(tx, { ...text, version: newest })
    if (last?.title === title && last.body === body) return rejected('NOTHING_TO_CHANGE')
    const at = now()
    const version = newest + 1
    await addVersion(tx, { ...text, version, title, body, at, operatorId: acting.operatorId })
    const saved = await readVersion(tx, { ...text, version })
    if (!saved) throw new Error(`version ${version} of ${nameOf(entry)} was not kept`)
    const details = { content: nameOf(entry), language, version }
    await recordEvent(tx, { ...acting, at, kind: 'CONTENT_SAVED', userId: undefined, details })
    return saved
  })
}

/**
 * Shows a version to visitors instead of the one that the operator saw there, or with `undefined` withdraws the text. Resolves when this
 * process shows it. Pages and contacts are proposed, for another operator to approve. Refuses CONTENT_NOT_FOUND,
 * CONTENT_CHANGED, NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS.
 * @returns the id of the proposal, or none if it is done
 */
export async function publishText(
  { accounts: { database, now }, content }: Publishing,
  { kind, slug, language, version, replaces }: Named & { version: number | undefined; replaces?: number | null },
  act: Act,
): Promise<{ readonly id: number | undefined } | Rejected> {
  const done = await database.transaction(async (tx) => {
    const entry = await findEntry(tx, { kind, slug })
    if (!entry) return rejected('CONTENT_NOT_FOUND')
    const text = { entryId: entry.id, language }
    const { newest, published } = await lockText(tx, text)
    if (version !== undefined && version > newest) return rejected('CONTENT_NOT_FOUND')
    if (replaces !== undefined && published !== (replaces ?? undefined))
      return rejected('CONTENT_CHANGED', { details: { published: published ?? null } })
    if (version === published) return rejected('NOTHING_TO_CHANGE')
    const at = now()
    if (version !== undefined && takesTwoToPublish(kind)) {
      const before = published === undefined ? undefined : { version: published }
      const change = { subject: subjectOf({ kind, slug, language }), before, after: { version } }
      return proposeSetting(tx, { kind: 'PUBLISH_TEXT', ...change }, { act, at })
    }
    await publishVersion(tx, { ...text, version, at, operatorId: act.operatorId, reason: act.reason })
    const details = { content: nameOf(entry), language, before: published ?? null, after: version ?? null }
    await recordAct(tx, act, { at, kind: kindOfAct(published, version), details })
    return { id: undefined }
  })
  if (!(done instanceof Rejected)) await content.reload()
  return done
}

/** Visitors see the text once the approval is answered. Refuses CONTENT_NOT_FOUND, and CONTENT_CHANGED if another version was published meanwhile. */
export async function publishProposedText(
  tx: Transaction,
  { subject, payload, proposedBy, reason }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const named = namedBy(subject)
  const entry = named && (await findEntry(tx, named))
  const { before, after } = readSetting(payload, z.object({ version: z.int() }))
  if (!named || !entry) return rejected('CONTENT_NOT_FOUND')
  const text = { entryId: entry.id, language: named.language }
  const { published } = await lockText(tx, text)
  if ((published ?? null) !== (before?.version ?? null))
    return rejected('CONTENT_CHANGED', { details: { published: published ?? null } })
  await publishVersion(tx, { ...text, version: after.version, at, operatorId: proposedBy, reason })
  return {
    details: { content: nameOf(named), language: named.language, before: published ?? null, after: after.version },
  }
}

function kindOfAct(before: number | undefined, after: number | undefined): string {
  if (after === undefined) return 'CONTENT_WITHDRAWN'
  return before !== undefined && after < before ? 'CONTENT_ROLLED_BACK' : 'CONTENT_PUBLISHED'
}

/** Adds an entry without texts. Refuses COIN_NOT_FOUND, CONTENT_EXISTS. */
export function createEntry(
  { accounts: { database, now }, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { kind, slug, position }: Omit<Named, 'language'> & { position: number },
  acting: Acting,
): Promise<Rejected | undefined> | Rejected {
  if (kind === 'ARTICLE' && !catalogue.coinBySymbol.has(slug)) return rejected('COIN_NOT_FOUND', { field: 'slug' })
  return database.transaction(async (tx) => {
    const at = now()
    const id = await addEntry(tx, { kind, slug, position, at, operatorId: acting.operatorId })
    if (id === undefined) return rejected('CONTENT_EXISTS', { field: 'slug' })
    const details = { content: nameOf({ kind, slug }), position }
    await recordEvent(tx, { ...acting, at, kind: 'CONTENT_ADDED', userId: undefined, details })
    return undefined
  })
}

/** Gives an entry another place in its list. Refuses CONTENT_NOT_FOUND, NOTHING_TO_CHANGE. */
export async function placeEntry(
  { accounts: { database, now }, content }: Publishing,
  { kind, slug, position }: Omit<Named, 'language'> & { position: number },
  act: Act,
): Promise<Rejected | undefined> {
  const refused = await database.transaction(async (tx) => {
    const entry = await findEntry(tx, { kind, slug })
    if (!entry) return rejected('CONTENT_NOT_FOUND')
    if (entry.position === position) return rejected('NOTHING_TO_CHANGE')
    await moveEntry(tx, { id: entry.id, position })
    const details = { content: nameOf(entry), before: entry.position, after: position }
    await recordAct(tx, act, { at: now(), kind: 'CONTENT_MOVED', details })
    return undefined
  })
  if (!refused) await content.reload()
  return refused
}

const CONTACT_LENGTH_MAX = 300
const PHONE = /^\+?[\d۰-۹][\d۰-۹ ()-]{3,24}$/u

/** The stored form of a text: without spaces around it, and with one kind of line end. */
export const tidyText = ({ title, body }: { title: string; body: string }) => ({
  title: title.replaceAll(/\s+/g, ' ').trim(),
  body: body.replaceAll(/\r\n?/g, '\n').trim(),
})

/** Refuses CONTENT_TOO_LONG. */
export function checkLengths({ title, body }: { title: string; body: string }): Rejected | undefined {
  if (title.length > CONTENT_LENGTHS.title) return rejected('CONTENT_TOO_LONG', { field: 'title' })
  if (body.length > CONTENT_LENGTHS.body) return rejected('CONTENT_TOO_LONG', { field: 'body' })
  return undefined
}

/** Refuses CONTENT_EMPTY, CONTENT_TOO_LONG, CONTENT_PLACEHOLDER_UNKNOWN. */
export function checkText(
  text: { title: string; body: string },
  known: Readonly<Record<string, string>>,
): Rejected | undefined {
  if (text.title === '') return rejected('CONTENT_EMPTY', { field: 'title' })
  if (text.body === '') return rejected('CONTENT_EMPTY', { field: 'body' })
  const tooLong = checkLengths(text)
  if (tooLong) return tooLong
  for (const field of ['title', 'body'] as const) {
    const name = placeholdersOf(text[field]).find((each) => !Object.hasOwn(known, each))
    if (name !== undefined) return rejected('CONTENT_PLACEHOLDER_UNKNOWN', { field, details: { name } })
  }
  return undefined
}

/** Refuses CONTENT_FIELD_INVALID with the field: an address, a phone and an e-mail are required, links are https or empty. */
export function checkContacts(contacts: Contacts): Rejected | undefined {
  const { address, email, number, ...links } = contacts
  const invalid = (field: string) => rejected('CONTENT_FIELD_INVALID', { field })
  if (address === '' || address.length > CONTACT_LENGTH_MAX) return invalid('address')
  if (parseEmailAddress(email) === undefined) return invalid('email')
  if (!PHONE.test(number)) return invalid('number')
  const wrong = Object.entries(links).find(([, link]) => link !== undefined && link !== '' && !isSecureLink(link))
  return wrong && invalid(wrong[0])
}

function isSecureLink(text: string): boolean {
  if (text.length > CONTACT_LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
