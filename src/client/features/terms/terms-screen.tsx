import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { getTerms } from '#contract/content.ts'

/** The terms that a sign-up accepts, in the language of the page. */
export function TermsScreen() {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getTerms, { query: { language } }))
  return (
    <chakra.div maxWidth="prose" marginInline="auto" paddingInline="4" paddingTop="8">
      <PageHeading title={t('terms.title')} />
      <Card>
        {query.data ? <RichText html={query.data.baseDTO.html} /> : <Unloaded query={query} rows={8} height="1.5rem" />}
      </Card>
    </chakra.div>
  )
}
