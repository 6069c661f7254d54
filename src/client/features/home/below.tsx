import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ChevronDown, ScanFace, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMeaningfulStatistics } from '#client/entities/market/statistics.queries.ts'
import { useWorth } from '#client/entities/wallet/wallet-worth.ts'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Disclosure } from '#client/ui/disclosure.ts'
import { TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { getFaq } from '#contract/content.ts'

const TEN_MINUTES_MS = 10 * MINUTE_MS

/** The lower part of the home page, loaded after the upper part. */
export default function Below() {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '8', lg: '14' }}>
      <Steps />
      <Statistics />
      <Faq />
    </chakra.div>
  )
}

const STEPS = [
  { word: 'register', icon: Smartphone },
  { word: 'verify', icon: ScanFace },
  { word: 'trade', icon: ArrowLeftRight },
] as const

/** Register, be verified, trade. */
function Steps() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  return (
    <section aria-labelledby="steps-title">
      <chakra.h2 id="steps-title" fontSize={{ base: 'xl', md: '2xl' }} fontWeight="black" marginBottom="4">
        {t('steps.title')}
      </chakra.h2>
      <chakra.ol display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {STEPS.map(({ word, icon: Icon }, index) => (
          <chakra.li key={word} display="grid">
            <Card as="div" position="relative" overflow="hidden">
              <chakra.span
                position="absolute"
                top="1"
                insetInlineEnd="3"
                fontSize="5rem"
                fontWeight="black"
                lineHeight="1.2"
                color="hover"
                aria-hidden="true"
              >
                {showDigits(String(index + 1), language)}
              </chakra.span>
              <chakra.span
                display="inline-grid"
                placeItems="center"
                width="3rem"
                height="3rem"
                borderRadius="md"
                bg="gold.subtle"
                color="gold"
                position="relative"
              >
                <Icon size={24} aria-hidden="true" />
              </chakra.span>
              <chakra.h3 fontWeight="bold" fontSize="md" marginTop="4" position="relative">
                {t(`steps.${word}.title`)}
              </chakra.h3>
              <chakra.p color="fg.muted" fontSize="sm" marginTop="1" position="relative">
                {t(`steps.${word}.text`)}
              </chakra.p>
            </Card>
          </chakra.li>
        ))}
      </chakra.ol>
    </section>
  )
}

/** The browser's own accordion keeps a single answer open at a time. */
function Faq() {
  const { t } = useTranslation('home')
  const query = useQuery({
    ...endpointQuery(getFaq, { query: { language: useLanguage() } }),
    staleTime: TEN_MINUTES_MS,
  })
  return (
    <Section title={t('faq.title')} aside={<TextLink to="/faq">{t('faq.all')}</TextLink>}>
      <QueryView query={query} data={query.data?.content} rows={4}>
        {(entries) =>
          entries.map(({ question, answer }) => (
            <Disclosure key={question} name="faq">
              <summary>
                {question}
                <ChevronDown size={18} aria-hidden="true" />
              </summary>
              <chakra.div color="fg.muted" fontSize="sm" paddingBottom="4">
                <RichText html={answer} />
              </chakra.div>
            </Disclosure>
          ))
        }
      </QueryView>
    </Section>
  )
}

/** The public statistics, once the numbers are large enough to mean something. If they cannot be loaded, the page omits them. */
export function Statistics() {
  const { t } = useTranslation('home')
  const { worthOf, look } = useWorth()
  const figures = useMeaningfulStatistics()
  if (!figures) return null
  return (
    <section aria-label={t('statistics.title')}>
      <Card as="div">
        <chakra.dl
          display="grid"
          gap={{ base: '5', md: '6' }}
          gridTemplateColumns={{ base: '1fr 1fr', md: '1fr 1.4fr 1fr' }}
          textAlign="center"
        >
          <Figure label={t('statistics.users')}>
            <DecimalText value={String(figures.userCount)} />
          </Figure>
          <Figure label={t('statistics.value')} wide>
            <DecimalText value={worthOf(figures.tradesValue)} {...look} fractionMin={0} fractionMax={0} />
          </Figure>
          <Figure label={t('statistics.trades')}>
            <DecimalText value={String(figures.tradesAmount)} />
          </Figure>
        </chakra.dl>
      </Card>
    </section>
  )
}

function Figure({ label, children, wide = false }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <chakra.div
      display="flex"
      flexDirection="column-reverse"
      gap="1"
      gridColumn={{ base: wide ? '1 / -1' : 'auto', md: 'auto' }}
      order={{ base: wide ? -1 : 0, md: 0 }}
    >
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd fontSize={{ base: 'xl', md: '2xl' }} fontWeight="black" color="gold">
        {children}
      </chakra.dd>
    </chakra.div>
  )
}
