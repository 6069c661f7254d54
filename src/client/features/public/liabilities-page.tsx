import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Liabilities, liabilitiesQuery, type Published } from '#client/entities/liability/liabilities.queries.ts'
import { Code, LongFact, StatementFacts } from '#client/entities/liability/statement-facts.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Disclosure } from '#client/ui/disclosure.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { SmallTable } from '#client/ui/small-table.tsx'
import { compareHeld, heldCoins, statementFile } from '#domain/liabilities.ts'
import { TextPage } from './text-page.tsx'

/** The newest statement of what the exchange owes all customers beside what it holds, how to check it, and what it proves. */
export function LiabilitiesPage() {
  return <TextPage slug="liabilities" before={<NewestStatement />} />
}

function NewestStatement() {
  const { t } = useTranslation('liabilities')
  const query = useQuery(liabilitiesQuery())
  return (
    <>
      <p>{t('lead')}</p>
      <div>
        <ButtonLink to="/profile/liabilities">
          <ShieldCheck size={18} aria-hidden="true" />
          {t('own.check')}
        </ButtonLink>
      </div>
      <QueryView query={query} data={query.data} rows={8}>
        {({ baseDTO, content }) =>
          baseDTO ? (
            <>
              <Totals published={baseDTO} />
              <Reserves reserves={baseDTO.reserves} />
              <Section title={t('statement.title')}>
                <StatementFacts published={baseDTO} />
              </Section>
              <Earlier rows={content.slice(1)} />
            </>
          ) : (
            <EmptyState icon={<ShieldCheck size={24} />} title={t('none.title')} text={t('none.text')} />
          )
        }
      </QueryView>
    </>
  )
}

/** The debt in each coin and, where custody has answered, the coins on its addresses. */
function Totals({ published: { statement, reserves } }: { published: Published }) {
  const { t } = useTranslation('liabilities')
  const { nameOf, unitOf } = useCoins()
  // A statement has the coins by their symbols; the page has them as every other page does.
  const order = [...(useQuery(coinsQuery()).data?.keys() ?? [])]
  const addresses = reserves?.addresses ?? []
  const coins = statement.coins.toSorted((a, b) => order.indexOf(a.coin) - order.indexOf(b.coin))
  const rows = compareHeld(coins, addresses)
  const hasGap = addresses.length > 0 && rows.some(({ held }) => held === undefined)
  type Row = (typeof rows)[number]
  const figure = (key: 'owed' | 'held') => ({
    ...{ key, label: t(`totals.${key}`), figure: true },
    cell: (row: Row) => <DecimalText value={row[key]} unit={row[key] === undefined ? '' : unitOf(row.coin)} />,
  })
  return (
    <Section title={t('totals.title')} note={t('totals.note')}>
      <DataTable
        caption={t('totals.title')}
        rows={rows}
        keyOf={({ coin }) => coin}
        columns={[
          { key: 'coin', label: t('totals.asset'), wide: addresses.length > 0, cell: ({ coin }) => nameOf(coin) },
          figure('owed'),
          ...(addresses.length > 0 ? [figure('held')] : []),
        ]}
      />
      {hasGap && (
        <chakra.p marginTop="3" fontSize="sm" color="fg.muted">
          {t('totals.gap')}
        </chakra.p>
      )}
    </Section>
  )
}

type Address = NonNullable<Published['reserves']>['addresses'][number]

/** The addresses of custody with their coins, and, folded, those without any. */
function Reserves({ reserves }: Pick<Published, 'reserves'>) {
  const { t } = useTranslation('liabilities')
  const addresses = reserves?.addresses ?? []
  const filled = addresses.filter((address) => heldCoins(address).length > 0)
  const empty = addresses.filter((address) => !filled.includes(address))
  return (
    <Section title={t('reserves.title')} note={reserves && <DateText at={reserves.at} />}>
      {addresses.length === 0 && <p>{t('reserves.none')}</p>}
      {reserves?.missing && <p>{t('reserves.missing', { networks: reserves.missing.join(', ') })}</p>}
      {filled.length > 0 && <Addresses caption={t('reserves.title')} rows={filled} />}
      {empty.length > 0 && (
        <Disclosure>
          <summary>
            {t('reserves.empty')}
            <ChevronDown size={16} aria-hidden="true" />
          </summary>
          <Addresses caption={t('reserves.empty')} rows={empty} />
        </Disclosure>
      )}
    </Section>
  )
}

function Addresses({ caption, rows }: { caption: string; rows: readonly Address[] }) {
  const { t } = useTranslation('liabilities')
  const { unitOf } = useCoins()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ network, kind }) => `${network} ${kind}`}
      columns={[
        { key: 'address', label: t('reserves.address'), wide: true, cell: (row) => <AddressCell address={row} /> },
        {
          key: 'coins',
          label: t('reserves.coins'),
          figure: true,
          cell: (row) => (
            <>
              {heldCoins(row).map(({ coin, amount }) => (
                <chakra.span key={coin} display="block">
                  <DecimalText value={amount} unit={unitOf(coin)} />
                </chakra.span>
              ))}
              {heldCoins(row).length === 0 && <DecimalText value="0" />}
            </>
          ),
        },
      ]}
    />
  )
}

/** An address with the message by which its key is proven. */
function AddressCell({ address: { network, kind, address, attestation } }: { address: Address }) {
  const { t } = useTranslation('liabilities')
  return (
    <chakra.div display="grid" gap="1" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div fontWeight="semibold">
        <bdi dir="ltr">{network}</bdi> · {t(`reserves.${kind}`)}
      </chakra.div>
      {address !== null && <Code>{address}</Code>}
      {attestation ? (
        <details>
          <chakra.summary color="fg.muted" cursor="pointer" minHeight="tap" alignContent="center">
            {t('reserves.message', { scheme: attestation.scheme })}
          </chakra.summary>
          <LongFact name={t('reserves.text')} text={attestation.message} />
          <LongFact name={t('reserves.signature')} text={attestation.signature} />
        </details>
      ) : (
        kind !== 'DEPOSITS' && <chakra.div color="fg.muted">{t('reserves.unsigned')}</chakra.div>
      )}
    </chakra.div>
  )
}

function Earlier({ rows }: { rows: Liabilities['content'] }) {
  const { t } = useTranslation('liabilities')
  const language = useLanguage()
  if (rows.length === 0) return null
  return (
    <Card as="div">
      <Disclosure>
        <summary>
          {t('earlier.title')}
          <ChevronDown size={16} aria-hidden="true" />
        </summary>
        <SmallTable
          caption={t('earlier.title')}
          rows={rows}
          keyOf={({ number }) => number}
          columns={[
            { key: 'number', label: t('statement.number'), cell: ({ number }) => showDigits(number, language) },
            { key: 'at', label: t('earlier.at'), cell: ({ at }) => <DateText at={at} /> },
            {
              key: 'fingerprint',
              label: t('earlier.fingerprint'),
              cell: ({ number, fingerprint }) => (
                <chakra.a
                  href={`/api/liabilities/${number}`}
                  download={statementFile(number)}
                  color="gold"
                  textDecoration="underline"
                  textUnderlineOffset="0.2em"
                >
                  <Code>{fingerprint}</Code>
                </chakra.a>
              ),
            },
          ]}
        />
      </Disclosure>
    </Card>
  )
}
