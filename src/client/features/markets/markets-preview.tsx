import { useTranslation } from 'react-i18next'
import { TextLink } from '#client/ui/link.tsx'
import { Section } from '#client/ui/section.tsx'
import { Markets } from './markets.tsx'

const ROWS = 6

/** The first markets, with the way to all of them: for the home page. */
export function MarketsPreview() {
  const { t } = useTranslation('markets')
  return (
    <Section title={t('title')} aside={<TextLink to="/markets">{t('all')}</TextLink>}>
      <Markets rowsMax={ROWS} />
    </Section>
  )
}
