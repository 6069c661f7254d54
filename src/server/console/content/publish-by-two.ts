import { type Rejected, rejected } from '#contract/rejected.ts'
import { CONTENT_KINDS, type ContentKind } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { Language } from '#domain/market-state.ts'
import type { Proposal } from '../../store/accounts/proposals.ts'
import { findEntry, lockText, publishVersion } from '../../store/content/texts.ts'
import type { Transaction } from '../../store/database.ts'
import { type Approved, readSettingPayload } from '../proposals/proposal.ts'

/** Identifies a text by its entry and language. */
export interface Named {
  readonly kind: ContentKind
  readonly slug: string
  readonly language: Language
}

/** "PAGE/terms/fa", as a proposal names its text. */
export const subjectOf = ({ kind, slug, language }: Named): string => `${kind}/${slug}/${language}`

function namedBy(subject = ''): Named | undefined {
  const [kindText, slug, language] = subject.split('/')
  const kind = CONTENT_KINDS.find((each) => each === kindText)
  return kind && slug !== undefined && (language === 'fa' || language === 'en') ? { kind, slug, language } : undefined
}

/** Visitors see the text once the approval is answered. Refuses CONTENT_NOT_FOUND, and CONTENT_CHANGED if another version was published meanwhile. */
export async function publishProposedText(
  tx: Transaction,
  { subject, payload, proposedBy, reason }: Proposal,
  { at }: { readonly at: Date },
): Promise<Approved | Rejected> {
  const named = namedBy(subject)
  const entry = named && (await findEntry(tx, named))
  const { before, after } = readSettingPayload(payload)
  const version = toCount(parseDecimal(after.version ?? '', 0) ?? 0n)
  if (!named || !entry || version === 0) return rejected('CONTENT_NOT_FOUND')
  const text = { entryId: entry.id, language: named.language }
  const { published } = await lockText(tx, text)
  if (String(published ?? '') !== (before?.version ?? ''))
    return rejected('CONTENT_CHANGED', { details: { published: published ?? null } })
  await publishVersion(tx, { ...text, version, at, operatorId: proposedBy, reason })
  const content = `${named.kind}/${named.slug}`
  return { details: { content, language: named.language, before: published ?? null, after: version } }
}
