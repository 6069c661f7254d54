import type { getFaq, getUserManual } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { QUESTION } from '#domain/content.ts'
import { toPersianText } from '#domain/persian-text.ts'

export interface Question {
  /** The name of the question in links. */
  readonly slug: string
  readonly title: string
  readonly html: string
}

/** The questions of a heading. */
export interface QuestionSection {
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
export function sectionsOf({ faq, manual, titles }: Sources): QuestionSection[] {
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

/** Reduces the sections to the questions whose title contains the typed text; letters of Arabic keyboards and case make no difference. */
export function searchSections(sections: readonly QuestionSection[], typed: string): readonly QuestionSection[] {
  const wanted = plain(typed.trim())
  if (wanted === '') return sections
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ title }) => plain(title).includes(wanted)),
    }))
    .filter(({ questions }) => questions.length > 0)
}
