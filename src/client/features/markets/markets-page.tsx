import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Section } from '#client/ui/section.tsx'
import { Markets, type MarketsChoice } from './markets.tsx'

type MarketsPageProps = { first: MarketsChoice; onChoice: (choice: MarketsChoice) => void }

export function MarketsPage(props: MarketsPageProps) {
  const { t } = useTranslation('markets')
  return (
    <chakra.div
      maxWidth="page"
      marginInline="auto"
      paddingInline={{ base: '4', md: '6' }}
      paddingTop={{ base: '5', md: '8' }}
      display="grid"
      gap="5"
    >
      <chakra.div>
        <chakra.h1 fontSize={{ base: '2xl', md: '3xl' }} fontWeight="black">
          {t('title')}
        </chakra.h1>
        <chakra.p color="fg.muted" fontSize="sm">
          {t('lead')}
        </chakra.p>
      </chakra.div>
      <Card>
        <Markets {...props} />
      </Card>
    </chakra.div>
  )
}

const ROWS = 6

/** The first markets for the home page, with a link to all of them. */
export function MarketsPreview() {
  const { t } = useTranslation('markets')
  return (
    <Section title={t('title')} aside={<TextLink to="/markets">{t('all')}</TextLink>}>
      <Markets rowsMax={ROWS} />
    </Section>
  )
}
