import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { CONTENT_KINDS } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { type TextName, textOf, versionQuery } from './content.queries.ts'

const LOOK = {
  added: { sign: '+', color: 'buy', bg: 'buy.subtle' },
  removed: { sign: '−', color: 'sell', bg: 'sell.subtle' },
} as const

type TextDiffProps = { language: 'fa' | 'en'; before: string; after: string }

/** The changes of a version, line by line; unchanged lines are omitted. */
export function TextDiff({ language, before, after }: TextDiffProps) {
  const { t } = useTranslation('content')
  // A text may contain a line twice; the position makes the key unique.
  const changed = diffLines(before, after).flatMap((line, place) =>
    line.kind === 'same' ? [] : [{ kind: line.kind, text: line.text, place }],
  )
  if (changed.length === 0) return <chakra.p color="fg.muted">{t('diff.none')}</chakra.p>
  return (
    <chakra.ul fontSize="sm" lang={language} dir={language === 'fa' ? 'rtl' : 'ltr'}>
      {changed.map(({ kind, text, place }) => (
        <chakra.li
          key={place}
          display="flex"
          gap="2"
          paddingInline="2"
          bg={LOOK[kind].bg}
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
        >
          <chakra.span aria-hidden="true" color={LOOK[kind].color}>
            {LOOK[kind].sign}
          </chakra.span>
          <chakra.span srOnly>{t(`diff.${kind}`)}</chakra.span>
          <span>{text}</span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Compares two texts line by line: the longest common subsequence stays, all other lines were removed or added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const common = commonLengths(old, next)
  const lines: DiffLine[] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < next.length) {
    const [removed, added] = [old[at], next[to]]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      at += 1
      to += 1
    } else if (
      added === undefined ||
      (removed !== undefined && lengthAt(common, at + 1, to) >= lengthAt(common, at, to + 1))
    ) {
      lines.push({ kind: 'removed', text: removed ?? '' })
      at += 1
    } else {
      lines.push({ kind: 'added', text: added })
      to += 1
    }
  }
  return lines
}

/** An empty text has no lines. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

const lengthAt = (common: readonly (readonly number[])[], at: number, to: number) => common[at]?.[to] ?? 0

/** For each pair of positions, the number of lines that the remainders have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly (readonly number[])[] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0))
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = next.length - 1; to >= 0; to -= 1) {
      const row = common[at]
      if (!row) continue
      row[to] =
        old[at] === next[to]
          ? lengthAt(common, at + 1, to + 1) + 1
          : Math.max(lengthAt(common, at + 1, to), lengthAt(common, at, to + 1))
    }
  return common
}

/** The versions of a publication; `before` is `null` if visitors see no version yet. */
type PublicationDiffProps = { name: TextName; before: number | null; after: number }

/** The difference between the published text and the proposed one, so that no publication is decided unseen. */
export function PublicationDiff({ name, before, after }: PublicationDiffProps) {
  const { t } = useTranslation('content')
  const old = useQuery(versionQuery(name, before))
  const next = useQuery(versionQuery(name, after))
  const title = t(before === null ? 'diff.first' : 'diff.title')
  return (
    <chakra.section aria-label={title} display="grid" gap="2">
      <chakra.h3 fontSize="sm" fontWeight="semibold">
        {title}
      </chakra.h3>
      {next.data && old.data !== undefined ? (
        <TextDiff language={name.language} before={old.data ? textOf(old.data) : ''} after={textOf(next.data)} />
      ) : (
        <QueryPlaceholder query={next.data ? old : next} rows={4} />
      )}
    </chakra.section>
  )
}

/** A proposal to publish a version of a text. */
type PublicationProps = {
  proposal: {
    readonly kind: string
    readonly subject: string | null
    readonly changes: readonly { readonly name: string; readonly before: string | null; readonly after: string }[]
  }
}

/** Parses the name of a text, such as "PAGE/terms/fa". */
function textNameOf(subject: string): TextName | undefined {
  const [kindText, slug, language] = subject.split('/')
  const kind = CONTENT_KINDS.find((each) => each === kindText)
  return kind && slug !== undefined && (language === 'fa' || language === 'en') ? { kind, slug, language } : undefined
}

/** The text that a proposal would publish, as a link to its own page. */
export function TextSubject({ subject }: { subject: string }) {
  const { t } = useTranslation('content')
  const name = textNameOf(subject)
  if (!name) return <bdi dir="ltr">{subject}</bdi>
  const { kind, slug, language } = name
  return (
    <PlainLink to="/operations/content/$kind/$slug" params={{ kind, slug }} color="gold" fontWeight="semibold">
      <bdi dir="ltr">{slug}</bdi> · {t(`language.${language}`)}
    </PlainLink>
  )
}

/** The difference that an approval would make for visitors; renders nothing for other kinds of proposals. */
export function ProposedText({ proposal: { kind, subject, changes } }: PublicationProps) {
  const name = kind === 'PUBLISH_TEXT' && subject !== null ? textNameOf(subject) : undefined
  const version = changes.find((change) => change.name === 'version')
  const after = countOf(version?.after)
  return name && after !== null && <PublicationDiff name={name} before={countOf(version?.before)} after={after} />
}

function countOf(text: string | null | undefined): number | null {
  const parsed = text === null || text === undefined ? undefined : parseDecimal(text, 0)
  return parsed === undefined ? null : toCount(parsed)
}

/** The difference of a proposed text behind a button, for a list of many proposals. */
export function FoldedProposedText({ proposal }: PublicationProps) {
  const { t } = useTranslation('content')
  const [isShown, setShown] = useState(false)
  if (proposal.kind !== 'PUBLISH_TEXT') return null
  return (
    <>
      <span>
        <Button size="sm" variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'diff.hide' : 'diff.show')}
        </Button>
      </span>
      {isShown && <ProposedText proposal={proposal} />}
    </>
  )
}
