import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Link2, SearchX } from 'lucide-react'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { Disclosure } from '#client/ui/disclosure.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { getFaq, getUserManual } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { QUESTION } from '#domain/content.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { PublicPage } from './text-page.tsx'

type ManualPageProps = {
  /** The entry in the URL: it is open and scrolled into view. */
  open: string | undefined
  onOpen: (slug: string | undefined) => void
}

/** The quick questions and the user manual: searchable by title, with a single open answer; each answer has its own URL. */
export function ManualPage({ open, onOpen }: ManualPageProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const manual = useQuery(endpointQuery(getUserManual, { query: { language } }))
  const faq = useQuery(endpointQuery(getFaq, { query: { language } }))
  const titles = { faq: t('manual.questions'), manual: t('manual.title') }
  const all = manual.data && faq.data && sectionsOf({ faq: faq.data.content, manual: manual.data.content, titles })
  const sections = all && searchSections(all, typed)
  const isSearching = typed.trim() !== ''
  return (
    <PublicPage title={t('manual.title')} text={t('manual.text')}>
      <SearchField label={t('manual.search')} value={typed} onChange={setTyped} />
      {!sections && (
        <Card>
          <QueryPlaceholder query={manual.isError ? manual : faq} rows={8} />
        </Card>
      )}
      {sections?.length === 0 && (
        <Card>
          <EmptyState
            icon={<SearchX size={24} />}
            title={t('manual.none')}
            text={t('manual.noneText')}
            action={<ButtonLink to="/contact-us">{t('contact.title')}</ButtonLink>}
          />
        </Card>
      )}
      {sections?.map((section, index) => (
        <Section
          key={section.slug}
          section={section}
          isFound={isSearching}
          isFirst={index === 0}
          open={open}
          onOpen={onOpen}
        />
      ))}
    </PublicPage>
  )
}

type SectionProps = ManualPageProps & {
  section: QuestionSection
  /** A search has found it, so it is shown even if its section was collapsed. */
  isFound: boolean
  isFirst: boolean
}

/** A heading that expands its questions. The first section starts expanded, and so does that of the open answer. */
function Section({ section: { title, text, questions }, isFound, isFirst, open, onOpen }: SectionProps) {
  const language = useLanguage()
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(isFirst || questions.some(({ slug }) => slug === open))
  const isShown = isFound || isUnfolded
  return (
    <Card padded={false}>
      <h2>
        <Fold
          type="button"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <span>
            {title}
            {text && (
              <chakra.span display="block" marginTop="0.5" color="fg.muted" fontSize="xs" fontWeight="normal">
                {text}
              </chakra.span>
            )}
          </span>
          <chakra.span marginInlineStart="auto" color="fg.muted" fontSize="sm" fontWeight="normal">
            {showDigits(String(questions.length), language)}
          </chakra.span>
          <ChevronDown size={20} aria-hidden="true" />
        </Fold>
      </h2>
      {isShown && (
        <chakra.div id={id} paddingInline={{ base: '4', md: '6' }} paddingBottom="2">
          {questions.map((question) => (
            <ManualAnswer key={question.slug} question={question} isOpen={question.slug === open} onOpen={onOpen} />
          ))}
        </chakra.div>
      )}
    </Card>
  )
}

const Fold = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: '3.5rem',
    paddingInline: { base: '4', md: '6' },
    paddingBlock: '2.5',
    fontSize: 'lg',
    fontWeight: 'bold',
    textAlign: 'start',
    cursor: 'pointer',
    '& svg': { flexShrink: '0', color: 'fg.muted', transition: 'transform 160ms' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
})

type ManualAnswerProps = {
  question: Question
  isOpen: boolean
  onOpen: (slug: string | undefined) => void
}

/** A question with its answer below it, and a link to it. */
function ManualAnswer({ question: { slug, title, html }, isOpen, onOpen }: ManualAnswerProps) {
  const { t } = useTranslation('public')
  const element = useRef<HTMLDetailsElement>(null)
  const wasNamed = useRef(isOpen)
  useEffect(() => {
    if (wasNamed.current) element.current?.scrollIntoView({ block: 'start' })
  }, [])
  const follow = (event: SyntheticEvent<HTMLDetailsElement>) => {
    const { open } = event.currentTarget
    if (open !== isOpen) onOpen(open ? slug : undefined)
  }
  return (
    <Disclosure ref={element} open={isOpen} onToggle={follow}>
      <summary>
        {title}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {isOpen && (
        <chakra.div paddingBottom="4" fontSize="sm">
          <RichText html={html} />
          <chakra.a
            href={`/faq?open=${slug}`}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            marginTop="2"
            color="fg.muted"
          >
            <Link2 size={16} aria-hidden="true" />
            {t('manual.link')}
          </chakra.a>
        </chakra.div>
      )}
    </Disclosure>
  )
}

interface Question {
  /** The name of the question in links. */
  readonly slug: string
  readonly title: string
  readonly html: string
}

/** The questions of a heading. */
interface QuestionSection {
  readonly slug: string
  readonly title: string
  /** A description of the section, if operators wrote one. */
  readonly text?: string | undefined
  readonly questions: readonly Question[]
}

type Sources = {
  readonly faq: Reply<typeof getFaq>['content']
  readonly manual: Reply<typeof getUserManual>['content']
  /** Headings for the quick questions and for entries without a heading. */
  readonly titles: { readonly faq: string; readonly manual: string }
}

/** The quick questions and the user manual as a single list of sections, the quick questions first. */
function sectionsOf({ faq, manual, titles }: Sources): QuestionSection[] {
  const quick = faq.map(({ slug, question, answer }, index) => ({
    slug: `${QUESTION}${slug ?? index}`,
    title: question,
    html: answer,
  }))
  const groups = Map.groupBy(manual, ({ heading }) => heading?.slug ?? '')
  const sections = [...groups].map(([slug, questions]) => ({
    slug: `manual-${slug}`,
    title: questions[0]?.heading?.title ?? titles.manual,
    text: questions[0]?.heading?.text,
    questions,
  }))
  return [{ slug: 'faq', title: titles.faq, questions: quick }, ...sections].filter((each) => each.questions.length > 0)
}

const plain = (text: string) => toPersianText(text).toLowerCase()

/** A half-space begins a word too. */
const wordsIn = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Reduces the sections to the questions whose title has words that begin with the typed ones; letters of Arabic keyboards and case make no difference. */
function searchSections(sections: readonly QuestionSection[], typed: string): readonly QuestionSection[] {
  const wanted = wordsIn(typed)
  if (wanted.length === 0) return sections
  const isMeant = (title: string) => {
    const words = wordsIn(title)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  }
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ title }) => isMeant(title)),
    }))
    .filter(({ questions }) => questions.length > 0)
}
