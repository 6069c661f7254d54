import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { CONTENT_KINDS } from '#domain/content.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { TextName } from './content.queries.ts'
import { PublicationDiff } from './publication-diff.tsx'

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

/** The same behind a button, for a list of many proposals. */
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
