import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { Digits } from './digits.tsx'
import { CoinName } from './market-name.tsx'
import type { UserPage } from './user.queries.ts'

type Line = UserPage['credit']['lines'][number]

/** The credit lent to a customer, line by line, and the debt; renders nothing for the many customers without credit. */
export function CreditSection({ user: { credit } }: { user: UserPage }) {
  const { t } = useTranslation('customers')
  const { unitOf, nameOf } = useCoins()
  if (credit.lines.length === 0) return null
  const columns: readonly Column<Line>[] = [
    { key: 'coin', label: t('credit.coin'), cell: ({ coin }) => <CoinName coin={coin} /> },
    {
      key: 'amount',
      label: t('credit.amount'),
      figure: true,
      cell: ({ coin, amount }) => <DecimalText value={amount} unit={unitOf(coin)} />,
    },
    { key: 'at', label: t('credit.at'), cell: ({ at }) => <DateText at={at} /> },
    { key: 'proposal', label: t('credit.proposal'), cell: ({ proposalId }) => <Digits text={proposalId} /> },
  ]
  return (
    <Section title={t('credit.title')} note={t('credit.text')}>
      <FactList
        facts={credit.owed.map(({ coin, amount }) => ({
          label: t('credit.owes', { coin: nameOf(coin) }),
          value: <DecimalText value={amount} unit={unitOf(coin)} />,
          strong: true,
        }))}
      />
      <DataTable
        caption={t('credit.title')}
        rows={credit.lines}
        keyOf={({ proposalId, coin }) => `${proposalId} ${coin}`}
        columns={columns}
        dense
      />
    </Section>
  )
}
