import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { previewContent } from '#contract/operations-content.ts'
import { consoleQuery } from '../operator.queries.ts'
import type { ContentLanguage } from './content.queries.ts'

type TextPreviewProps = { language: ContentLanguage; title: string; body: string }

/** A text as visitors would see it, rendered by the same code of the server. */
export function TextPreview({ language, title, body }: TextPreviewProps) {
  const sentenceOf = useSentenceOf()
  const query = useQuery({
    ...consoleQuery(previewContent, { body: { language, title, body } }),
    gcTime: 0,
  })
  const { data, error } = query
  if (error) return <Notice tone="error">{sentenceOf(error)}</Notice>
  if (!data) return <QueryPlaceholder query={query} rows={4} />
  const { baseDTO: shown } = data
  return (
    <chakra.article
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      padding="4"
      minHeight="12rem"
      lang={language}
      dir={language === 'fa' ? 'rtl' : 'ltr'}
    >
      <chakra.h3 fontSize="xl" fontWeight="black" marginBottom="3">
        {shown.title}
      </chakra.h3>
      <RichText html={shown.html} language={language} />
    </chakra.article>
  )
}
