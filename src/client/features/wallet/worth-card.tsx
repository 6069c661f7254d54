import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChartLine, ChevronDown, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type QuoteUnit, TOTAL_DECIMALS, unitsOf } from '#client/entities/market/quote-unit.ts'
import { useBalancesHidden } from '#client/entities/wallet/balance-text.tsx'
import { ProfitText } from '#client/entities/wallet/profit-text.tsx'
import { type WorthRow, worthHistoryQuery } from '#client/entities/wallet/worth-history.queries.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Disclosure } from '#client/ui/disclosure.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { SmallTable } from '#client/ui/small-table.tsx'
import { WORTH_SPANS, type WorthSpan } from '#contract/worth-history.ts'
import { WorthChart } from './worth-chart.tsx'
import { unpricedCoins, type WorthPoint, worthPoints } from './worth-points.ts'

const SKELETON_ROWS = 6

/** The worth of all balances over a span, and how much of its change is gain. @param height the least one, in each of its states */
export default function WorthCard({ height }: { height: string }) {
  const { t } = useTranslation('wallet')
  const [span, setSpan] = useState<WorthSpan>('MONTH')
  const isHidden = useBalancesHidden()
  const query = useQuery(worthHistoryQuery(span))
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" minHeight={height}>
      <Section title={t('worthHistory.title')}>
        <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
          <Segmented
            label={t('worthHistory.span.label')}
            value={span}
            options={WORTH_SPANS.map((value) => ({ value, label: t(`worthHistory.span.${value}`) }))}
            onChange={setSpan}
          />
          {isHidden ? (
            <EmptyState
              icon={<EyeOff size={24} />}
              title={t('worthHistory.hidden.title')}
              text={t('worthHistory.hidden.text')}
            />
          ) : (
            <QueryView query={query} data={query.data} rows={SKELETON_ROWS} empty={<NoHistory />}>
              {(rows) => <History key={span} rows={rows} />}
            </QueryView>
          )}
        </chakra.div>
      </Section>
    </chakra.div>
  )
}

function NoHistory() {
  const { t } = useTranslation('wallet')
  return (
    <EmptyState
      icon={<ChartLine size={24} />}
      title={t('worthHistory.empty.title')}
      text={t('worthHistory.empty.text')}
    />
  )
}

const lookOf = (unit: QuoteUnit) => ({ fractionMin: TOTAL_DECIMALS[unit], fractionMax: TOTAL_DECIMALS[unit] })

/** A midnight ends the day before it. */
const dayOf = ({ at, isNow }: WorthPoint, language: Language): string =>
  isNow ? showDate(new Date(at), language, 'date-time') : showDate(new Date(Date.parse(at) - 1), language, 'date')

function History({ rows }: { rows: readonly WorthRow[] }) {
  const { t } = useTranslation('wallet')
  const { nameOf, unitOf } = useCoins()
  const language = useLanguage()
  const [unit] = unitsOf(language)
  const [marked, setMarked] = useState<number>()
  const points = worthPoints(rows, unit)
  const last = points.length - 1
  const at = Math.min(marked ?? last, last)
  const point = points[at]
  if (!point) return null
  const unpriced = unpricedCoins(rows).map(nameOf)
  return (
    <>
      <div>
        <Note>{dayOf(point, language)}</Note>
        <chakra.p fontSize="min(1.25rem, 6.5vw)" fontWeight="bold" lineHeight="snug">
          <DecimalText value={point.worth} unit={unitOf(unit)} {...lookOf(unit)} />
        </chakra.p>
      </div>
      <WorthChart
        points={points}
        label={t('worthHistory.chart')}
        say={(each) =>
          t('worthHistory.point', {
            day: dayOf(each, language),
            value: each.worth ? `${showDecimal(each.worth, language, lookOf(unit))} ${unitOf(unit)}` : '—',
          })
        }
        marked={at}
        onMark={setMarked}
      />
      <Note>
        {unpriced.length > 0
          ? t('worthHistory.unpriced', { coins: unpriced.join(SEPARATOR[language]) })
          : t('worthHistory.without')}
      </Note>
      <FactList
        facts={[
          {
            label: t('worthHistory.gain'),
            value: <ProfitText unit={unit} amount={point.gain} percent={point.percent} />,
            strong: true,
          },
          {
            label: t('worthHistory.putIn'),
            value: (
              <DecimalText
                value={point.putIn}
                unit={unitOf(unit)}
                signed
                fractionMax={TOTAL_DECIMALS[unit]}
                rounding="nearest"
              />
            ),
          },
        ]}
      />
      <AllDays points={points} unit={unit} />
    </>
  )
}

const SEPARATOR = { fa: '، ', en: ', ' } as const satisfies Record<Language, string>

const Note = ({ children }: { children: ReactNode }) => (
  <chakra.p fontSize="xs" color="fg.muted" lineHeight="tall">
    {children}
  </chakra.p>
)

/** All points as a table, newest first, which is made once it is opened. */
function AllDays({ points, unit }: { points: readonly WorthPoint[]; unit: QuoteUnit }) {
  const { t } = useTranslation('wallet')
  const { t: ofMarkets } = useTranslation('coins')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const look = { fractionMax: TOTAL_DECIMALS[unit], rounding: 'nearest' } as const
  const title = `${t('worthHistory.title')} · ${ofMarkets(`unit.${unit}`)}`
  return (
    <chakra.div marginBottom="-3">
      <Disclosure onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          {t('worthHistory.table')}
          <ChevronDown size={16} aria-hidden="true" />
        </summary>
        <Note>{t('worthHistory.about')}</Note>
        {isOpen && (
          <SmallTable
            caption={title}
            rows={points.toReversed()}
            keyOf={({ at }) => at}
            columns={[
              { key: 'day', label: t('worthHistory.day'), cell: (point) => dayOf(point, language) },
              {
                key: 'worth',
                label: t('worthHistory.worth'),
                figure: true,
                cell: ({ worth }) => <DecimalText value={worth} {...lookOf(unit)} />,
              },
              {
                key: 'putIn',
                label: t('worthHistory.putIn'),
                figure: true,
                cell: ({ putIn }) => <DecimalText value={putIn} {...look} signed />,
              },
            ]}
          />
        )}
      </Disclosure>
    </chakra.div>
  )
}
