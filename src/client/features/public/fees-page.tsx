import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { getPage } from '#contract/content.ts'
import { FeeLevels } from './fee-levels.tsx'
import { FeeNetworks } from './fee-networks.tsx'
import { PublicPage } from './text-page.tsx'

/** The tables stacked; on a wide screen the long one is next to the other two. */
const Grid = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
    '& > :nth-child(2)': { xl: { gridColumn: '2', gridRow: '1 / span 2' } },
    '& > :nth-child(3)': { xl: { gridColumn: '1' } },
  },
})

/** The costs of trading and withdrawing: the levels, the networks of every coin, and the rules for Rial. */
export function FeesPage() {
  const { t } = useTranslation('public')
  return (
    <PublicPage title={t('fees.title')} text={t('fees.text')} wide>
      <Grid>
        <FeeLevels />
        <FeeNetworks />
        <RialNote />
      </Grid>
    </PublicPage>
  )
}

function RialNote() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getPage, { params: { slug: 'fees-note' }, query: { language } }))
  const page = query.data?.baseDTO
  return (
    <Section title={page?.title ?? t('fees.rial')}>
      <QueryView query={query} data={page} rows={4}>
        {({ html, language: written }) => <RichText html={html} language={written} />}
      </QueryView>
    </Section>
  )
}
