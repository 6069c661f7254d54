import type { getFaq, getUserManual } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { QUESTION } from '#domain/content.ts'
import { toPersianText } from '#domain/persian-text.ts'

export interface Question {
  /** Its name in links. */
  readonly slug: string
  readonly title: string
  readonly html: string
}

/** Questions below one heading. */
export interface QuestionSection {
  readonly slug: string
  readonly title: string
  /** What they are about, where operators say so. */
  readonly text?: string | undefined
  readonly questions: readonly Question[]
}

type Sources = {
  readonly faq: Reply<typeof getFaq>['content']
  readonly manual: Reply<typeof getUserManual>['content']
  /** What the quick questions, and entries without a heading, are called. */
  readonly titles: { readonly faq: string; readonly manual: string }
}

/** The quick questions and the user manual as one list of sections, the quick questions first. */
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

/** The sections with those questions alone whose title has what was typed; letters of Arabic keyboards and case make no difference. */
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
