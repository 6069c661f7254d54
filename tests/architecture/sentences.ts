import { RETIRED_TERMS } from './retired-terms.ts'

export type Language = 'fa' | 'en'

export interface Sentence {
  /** The key, such as `fa/wallet: deposit.title`. */
  readonly where: string
  readonly language: Language
  readonly text: string
}

/** Every text in a tree of words, with the keys that lead to it. */
export function sentencesOf(
  where: string,
  language: Language,
  words: unknown,
  path: readonly string[] = [],
): Sentence[] {
  if (typeof words === 'string') return [{ where: `${language}/${where}: ${path.join('.')}`, language, text: words }]
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, below]) => sentencesOf(where, language, below, [...path, key]))
}

/** A term as whole words. Letters of any script and their marks belong to a word; a half-space before it does too. */
function asWords(term: string | RegExp): RegExp {
  if (term instanceof RegExp) return term
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}\\u200c])${escaped}(?![\\p{L}\\p{M}\\p{N}])`, 'iu')
}

const RETIRED = {
  fa: RETIRED_TERMS.fa.map(([term, better]) => ({ term: asWords(term), better })),
  en: RETIRED_TERMS.en.map(([term, better]) => ({ term: asWords(term), better })),
}

/** The sentences with a retired term, each with the term to use now. */
export function checkTerms(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ where, language, text }) =>
    RETIRED[language].flatMap(({ term, better }) => {
      const found = term.exec(text)
      return found ? [`${where}: «${found[0]}» → ${better}`] : []
    }),
  )
}

const FORM: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  fa: [
    [/[0-9٠-٩]/u, 'a digit that is not Persian'],
    [/%/u, '% instead of ٪'],
    [/٪(?=[۰-۹])|[۰-۹] ٪/u, 'a percent sign that does not follow its number'],
    [/[يىكةۀ]/u, 'an Arabic letter'],
    [/ه[ \u200c]ی(?![\p{L}\p{M}])/u, '«ه ی» instead of «هٔ»'],
    [/(?<![\p{L}\p{M}])(?:ن?می) (?=\p{L})/u, '«می» without a half-space'],
    [/ (?:ها|های|هایی|تر|ترین)(?![\p{L}\p{M}\u200c])/u, 'a suffix without a half-space'],
    [/[,;?]/u, 'Latin punctuation'],
    [/تایید/u, '«تایید» instead of «تأیید»'],
  ],
  en: [
    [/[۰-۹٠-٩٪]/u, 'a Persian digit'],
    [/\d %/u, 'a space before %'],
    [/[\u0600-\u06ff]/u, 'a Persian letter'],
    [
      /(?<=[a-z]) (?!Toman|Tether|Kimia|Google|Zarinpal|Persian|Pro market|Quick trade|Sheba|Tehran|Iran|Level|IP|ID|Saturday|Sunday|Wednesday|Thursday|Friday|Republic|Imam|Khomeini|Hasan|Reza|Askari|Prophet|Fatimah|Ali|Mahdi|Sadegh|Eid)[A-Z][a-z]+(?=(?: [a-z]|$))/u,
      'a capital inside a sentence',
    ],
  ],
}
const FORM_OF_BOTH: readonly (readonly [RegExp, string])[] = [
  [/ {2}/u, 'two spaces'],
  [/\.\.\./u, 'three dots instead of …'],
  [/^\s|\s$/u, 'a space at an end'],
  [/\s[.،؛:؟!…](?!\S)/u, 'a space before punctuation'],
]

/** Tags, parameters and addresses are not words: each becomes a sign that no rule checks. */
const plain = (text: string) => text.replace(/<[^>]*>|\{\{\w+\}\}|%token\d?|https?:\S+|\(A-Z\)|\(a-z\)/g, '▢')

/** The sentences that break the spelling rules of their language. */
export function checkForm(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ where, language, text }) =>
    [...FORM[language], ...FORM_OF_BOTH].flatMap(([pattern, what]) => {
      const found = pattern.exec(plain(text))
      return found ? [`${where}: ${what} (${found[0]})`] : []
    }),
  )
}

const parametersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([whole]) => whole).sort()

/** Checks that both languages of a sentence name the same parameters. */
export function checkParameters(sentences: readonly Sentence[]): string[] {
  const persian = new Map(
    sentences.filter(({ language }) => language === 'fa').map((each) => [each.where.slice(3), each]),
  )
  return sentences.flatMap(({ where, language, text }) => {
    const other = language === 'en' ? persian.get(where.slice(3)) : undefined
    if (!other) return []
    const [here, there] = [parametersOf(text).join(' '), parametersOf(other.text).join(' ')]
    return here === there ? [] : [`${where}: has ${here || 'no parameter'}, Persian has ${there || 'none'}`]
  })
}
