import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { getPage } from '#contract/content.ts'

/** A whole text fills the screen; so does its placeholder, and what stands below moves out of sight only. */
const TEXT_ROWS = 24

type TextPageProps = {
  /** The name of the page in the exchange's texts. */
  slug: 'terms' | 'privacy' | 'about' | 'guide' | 'licences' | 'liabilities'
  /** Content above and below the text. */
  before?: ReactNode
  after?: ReactNode
}

/** A page written by operators, in the language of the screen; if it is not written in that language yet, in the other. */
export function TextPage({ slug, before, after }: TextPageProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getPage, { params: { slug }, query: { language } }))
  const page = query.data?.baseDTO
  return (
    <PublicPage title={page?.title ?? t(`pages.${slug}`)}>
      {before}
      <Card>
        {page ? (
          <RichText html={page.html} language={page.language} rows={TEXT_ROWS} />
        ) : isRefusal(query.error, 'NOT_FOUND') ? (
          <EmptyState icon={<FileQuestion size={24} />} title={t('unwritten')} />
        ) : (
          <QueryPlaceholder query={query} rows={TEXT_ROWS} height="1.5rem" />
        )}
      </Card>
      {page?.publishedAt && (
        <chakra.p color="fg.muted" fontSize="sm">
          {t('updated')} <DateText at={page.publishedAt} style="date" />
        </chakra.p>
      )}
      {after}
    </PublicPage>
  )
}

type PublicPageProps = { title: string; text?: ReactNode; wide?: boolean; children: ReactNode }

/** The frame of a public page. */
export function PublicPage({ title, text, wide = false, children }: PublicPageProps) {
  return (
    <chakra.div
      maxWidth={wide ? 'page' : 'prose'}
      marginInline="auto"
      paddingInline={{ base: '4', md: '6' }}
      paddingTop={{ base: '6', md: '8' }}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
    >
      <PageHeading title={title} text={text} />
      {children}
    </chakra.div>
  )
}
