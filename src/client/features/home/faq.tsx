import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Disclosure } from '#client/ui/disclosure.ts'
import { TextLink } from '#client/ui/link.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { getFaq } from '#contract/content.ts'

const TEN_MINUTES_MS = 600_000

/** The browser's own accordion keeps a single answer open at a time. */
export function Faq() {
  const { t } = useTranslation('home')
  const query = useQuery({
    ...endpointQuery(getFaq, { query: { language: useLanguage() } }),
    staleTime: TEN_MINUTES_MS,
  })
  return (
    <Section title={t('faq.title')} aside={<TextLink to="/faq">{t('faq.all')}</TextLink>}>
      {query.data?.content.map(({ question, answer }) => (
        <Disclosure key={question} name="faq">
          <summary>
            {question}
            <ChevronDown size={18} aria-hidden="true" />
          </summary>
          <chakra.div color="fg.muted" fontSize="sm" paddingBottom="4">
            <RichText html={answer} />
          </chakra.div>
        </Disclosure>
      ))}
      {!query.data && <Unloaded query={query} rows={4} />}
    </Section>
  )
}
