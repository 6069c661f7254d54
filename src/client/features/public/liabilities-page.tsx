import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Liabilities, liabilitiesQuery, type Published } from '#client/entities/liability/liabilities.queries.ts'
import { Code, LongFact, StatementFacts } from '#client/entities/liability/statement-facts.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { SmallTable } from '#client/ui/small-table.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { readSum } from '#domain/liabilities.ts'
import { TextPage } from './text-page.tsx'

/** The newest statement of what the exchange owes all customers, and what it proves. */
export function LiabilitiesPage() {
  return <TextPage slug="liabilities" before={<NewestStatement />} after={<BesideStatement />} />
}

function NewestStatement() {
  const { t } = useTranslation('liabilities')
  const query = useQuery(liabilitiesQuery())
  return (
    <QueryView query={query} data={query.data} rows={8}>
      {({ baseDTO }) =>
        baseDTO ? (
          <>
            <Section title={t('statement.title')}>
              <StatementFacts published={baseDTO} />
            </Section>
            <Totals statement={baseDTO.statement} />
          </>
        ) : (
          <EmptyState icon={<ShieldCheck size={24} />} title={t('none.title')} text={t('none.text')} />
        )
      }
    </QueryView>
  )
}

/** Long lists, below the text that explains them. */
function BesideStatement() {
  const { data } = useQuery(liabilitiesQuery())
  if (!data?.baseDTO) return null
  return (
    <>
      <Reserves reserves={data.baseDTO.reserves} />
      <Earlier rows={data.content.slice(1)} />
    </>
  )
}

function Totals({ statement: { coins } }: Pick<Published, 'statement'>) {
  const { t } = useTranslation('liabilities')
  const { nameOf, unitOf } = useCoins()
  return (
    <Section title={t('totals.title')}>
      <SmallTable
        caption={t('totals.title')}
        rows={coins}
        keyOf={({ coin }) => coin}
        columns={[
          {
            key: 'coin',
            label: t('totals.asset'),
            cell: ({ coin, root }) => (
              <>
                {nameOf(coin)}
                <chakra.span display="block" color="fg.muted" fontSize="xs">
                  {t('totals.root', { root: '' })}
                  <Code>{root}</Code>
                </chakra.span>
              </>
            ),
          },
          {
            key: 'total',
            label: t('totals.total'),
            figure: true,
            cell: ({ coin, total, decimals }) => (
              <DecimalText value={formatDecimal(readSum(total) ?? 0n, decimals)} unit={unitOf(coin)} />
            ),
          },
        ]}
      />
    </Section>
  )
}

/** The addresses of custody with their coins, and the messages by which their keys are proven. */
function Reserves({ reserves }: Pick<Published, 'reserves'>) {
  const { t } = useTranslation('liabilities')
  const { unitOf } = useCoins()
  const addresses = reserves?.addresses ?? []
  return (
    <Section title={t('reserves.title')} note={reserves && <DateText at={reserves.at} />}>
      {addresses.length === 0 && <p>{t('reserves.none')}</p>}
      <chakra.ul display="grid" gap="5" fontSize="sm">
        {addresses.map(({ network, kind, address, coins, attestation }) => (
          <chakra.li key={`${network} ${kind}`} display="grid" gap="1">
            <chakra.div fontWeight="semibold">
              <bdi dir="ltr">{network}</bdi> · {t(`reserves.${kind}`)}
            </chakra.div>
            {address !== null && <Code>{address}</Code>}
            {coins.map(({ coin, amount }) => (
              <div key={coin}>
                <DecimalText value={amount} unit={unitOf(coin)} />
              </div>
            ))}
            {attestation ? (
              <details>
                <chakra.summary color="fg.muted" cursor="pointer" minHeight="tap" alignContent="center">
                  {t('reserves.message', { scheme: attestation.scheme })}
                </chakra.summary>
                <Code display="block">{attestation.message}</Code>
                <LongFact name={t('reserves.signature')} text={attestation.signature} />
              </details>
            ) : (
              kind !== 'DEPOSITS' && <chakra.div color="fg.muted">{t('reserves.unsigned')}</chakra.div>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </Section>
  )
}

function Earlier({ rows }: { rows: Liabilities['content'] }) {
  const { t } = useTranslation('liabilities')
  if (rows.length === 0) return null
  return (
    <Section title={t('earlier.title')}>
      <SmallTable
        caption={t('earlier.title')}
        rows={rows}
        keyOf={({ number }) => number}
        columns={[
          { key: 'at', label: t('earlier.at'), cell: ({ at }) => <DateText at={at} /> },
          {
            key: 'fingerprint',
            label: t('earlier.fingerprint'),
            cell: ({ number, fingerprint }) => (
              <a href={`/api/liabilities/${number}`} download={`kimia-statement-${number}.json`}>
                <Code>{fingerprint}</Code>
              </a>
            ),
          },
        ]}
      />
    </Section>
  )
}
