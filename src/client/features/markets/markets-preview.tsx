import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { marketsQuery } from '#client/entities/market/markets.queries.ts'
import { type QuoteUnit, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { TextLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { MarketsTable, UnitSwitch } from './markets-table.tsx'

const ROWS = 6

/** The first markets, for the home page and the dashboard, with a link to all of them. */
export function MarketsPreview() {
  const { t } = useTranslation('markets')
  const [usual] = unitsOf(useLanguage())
  const [unit, setUnit] = useState<QuoteUnit>(usual)
  const options = marketsQuery(unit)
  const query = useQuery(options)
  return (
    <Section title={t('title')} aside={<TextLink to="/markets">{t('all')}</TextLink>}>
      <UnitSwitch unit={unit} onChange={setUnit} />
      <QueryView
        query={query}
        data={query.data?.slice(0, ROWS)}
        rows={ROWS}
        height="4.25rem"
        age={{ queryKey: options.queryKey }}
      >
        {(rows) => <MarketsTable rows={rows} unit={unit} caption={t('title')} />}
      </QueryView>
    </Section>
  )
}
