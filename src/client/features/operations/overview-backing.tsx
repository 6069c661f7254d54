import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { Folded } from './folded.tsx'
import { LargeTotal, sumOf } from './large-total.tsx'
import { CoinName } from './market-name.tsx'
import type { Figures } from './overview.queries.ts'

type Backing = Figures['backing'][number]
const PARTS = ['owed', 'gateway', 'custody', 'capital', 'surplus'] as const

/** The debts of the exchange to its customers against its assets, both as the ledger has them. */
export function BackingSection({ rows }: { rows: readonly Backing[] }) {
  const { t } = useTranslation('desk')
  const { unitOf, coinOf } = useCoins()
  const toman = unitOf('TOMAN')
  const owed = sumOf(rows.map(({ owedInToman }) => owedInToman))
  const held = sumOf(rows.map(({ heldInToman }) => heldInToman))
  const short = rows.filter(({ surplus }) => surplus.startsWith('-'))
  const columns: readonly Column<Backing>[] = [
    { key: 'coin', label: t('overview.backing.coin'), cell: ({ coin }) => <CoinName coin={coin} /> },
    ...PARTS.map((part) => ({
      key: part,
      label: t(`overview.backing.${part}`),
      figure: true,
      cell: (row: Backing) => (
        <chakra.span color={part === 'surplus' && row.surplus.startsWith('-') ? 'sell' : undefined}>
          <DecimalText value={row[part]} unit={unitOf(row.coin)} fractionMax={coinOf(row.coin)?.balanceDecimals ?? 8} />
        </chakra.span>
      ),
    })),
  ]
  return (
    <Section title={t('overview.backing.title')} note={t('overview.backing.text')}>
      <FactList
        facts={[
          { label: t('overview.backing.owed'), value: <LargeTotal value={owed} unit={toman} />, strong: true },
          { label: t('overview.backing.held'), value: <LargeTotal value={held} unit={toman} />, strong: true },
          ...(short.length === 0
            ? []
            : [
                {
                  label: t('overview.backing.short'),
                  value: (
                    <chakra.span color="sell">
                      {short.map(({ coin }) => (
                        <CoinName key={coin} coin={coin} />
                      ))}
                    </chakra.span>
                  ),
                },
              ]),
        ]}
      />
      <Folded title={t('overview.backing.byCoin')}>
        <DataTable
          caption={t('overview.backing.title')}
          rows={rows}
          keyOf={({ coin }) => coin}
          columns={columns}
          dense
        />
      </Folded>
    </Section>
  )
}
