import { useLanguage } from '#client/lib/locale.ts'

const COMMA = { fa: '، ', en: ', ' }

/** Joins words with the comma of the language. */
export function useListText(): (words: readonly string[]) => string {
  const language = useLanguage()
  return (words) => words.join(COMMA[language])
}
