import { chakra } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import type { SignedBar } from '#client/ui/signed-bars-drawing.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { Folded } from './folded.tsx'
import { LargeTotal, sumOf } from './large-total.tsx'
import { CoinAmount, CoinName } from './names.tsx'
import type { Figures } from './overview.queries.ts'

/** Lazy: the drawing library is loaded with the first chart. */
const SignedBarsDrawing = lazy(() => import('#client/ui/signed-bars-drawing.tsx'))

type Held = Figures['maker'][number]

/** The most bars that can be read at a glance. */
const BARS_MAX = 10

/** The trading profit or loss of the exchange itself, and the holdings of its market maker, by coin. */
export function HeldSections({ figures: { together, inventory, maker } }: { figures: Figures }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Section title={t('overview.together.title')} note={t('overview.inventory.text')}>
        <HeldChart rows={together} worth="exposureInToman" title={t('overview.together.title')} />
      </Section>
      <Section title={t('overview.maker.title')} note={t('overview.maker.text')}>
        <HeldChart rows={maker} worth="amountInToman" title={t('overview.maker.title')} />
      </Section>
      <chakra.div gridColumn={{ lg: '1 / -1' }} minWidth="0">
        <Section title={t('overview.inventory.title')} note={t('overview.inventory.text')}>
          <HeldChart rows={inventory} worth="exposureInToman" title={t('overview.inventory.title')} />
        </Section>
      </chakra.div>
    </>
  )
}

type HeldChartProps = {
  rows: readonly Held[]
  /** The figure that gives the length of the bars. */
  worth: 'amountInToman' | 'exposureInToman'
  title: string
}

function HeldChart({ rows, worth, title }: HeldChartProps) {
  const { t } = useTranslation('desk')
  const { nameOf, unitOf } = useCoins()
  const isWide = useWide()
  if (rows.length === 0) return <p>{t('overview.inventory.empty')}</p>
  const bars = rows
    .flatMap(({ coin, [worth]: value }) =>
      value === null || isNothing(value)
        ? []
        : [
            {
              key: coin,
              name: nameOf(coin),
              value,
              shown: <LargeTotal value={value} signed={worth === 'exposureInToman'} unit={unitOf('TOMAN')} />,
            },
          ],
    )
    .sort((a, b) => lengthOf(b.value) - lengthOf(a.value) || (magnitude(b.value) > magnitude(a.value) ? 1 : -1))
    .slice(0, BARS_MAX)
  const drawing =
    bars.length === 0 ? (
      <p>{t('overview.inventory.even')}</p>
    ) : (
      <SignedBars bars={bars} label={t('overview.inventory.chart', { name: title })} />
    )
  return (
    <>
      {isWide && drawing}
      <chakra.p display="flex" justifyContent="space-between" paddingTop="2" fontSize="sm" fontWeight="semibold">
        {t('overview.inventory.total')}
        <LargeTotal
          value={sumOf(rows.map(({ [worth]: value }) => value))}
          signed={worth === 'exposureInToman'}
          unit={unitOf('TOMAN')}
        />
      </chakra.p>
      {/* On a phone the total is enough at first. */}
      <Folded title={t('overview.inventory.byCoin')}>
        {!isWide && drawing}
        <HeldTable rows={rows} caption={title} />
      </Folded>
    </>
  )
}

/** Less than one Toman. */
const isNothing = (value: string) => /^-?0(\.\d+)?$/.test(value)
const magnitude = (value: string) => value.replace('-', '')
/** The number of digits before the point: of two numbers without leading zeros the longer one is larger. */
const lengthOf = (value: string) => magnitude(value).split('.')[0]?.length ?? 0

function HeldTable({ rows, caption }: { rows: readonly Held[]; caption: string }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const columns: readonly Column<Held>[] = [
    { key: 'coin', label: t('overview.inventory.coin'), cell: ({ coin }) => <CoinName coin={coin} /> },
    {
      key: 'amount',
      label: t('overview.inventory.amount'),
      cell: ({ coin, amount }) => <CoinAmount coin={coin} value={amount} />,
    },
    {
      key: 'exposure',
      label: t('overview.inventory.exposure'),
      cell: ({ coin, exposure }) => <CoinAmount coin={coin} value={exposure} />,
    },
    {
      key: 'worth',
      label: t('overview.inventory.worth'),
      cell: ({ exposureInToman }) => (
        <DecimalText value={exposureInToman ?? undefined} unit={unitOf('TOMAN')} fractionMax={0} />
      ),
    },
  ]
  return <DataTable caption={caption} rows={rows} keyOf={({ coin }) => coin} columns={columns} dense />
}

/** A bar for each row, above or below zero. The figures are shown next to the bars, and in a table for screen readers. */
function SignedBars({ bars, label }: { bars: readonly SignedBar[]; label: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={bars.length} />}>
      <SignedBarsDrawing bars={bars} label={label} />
    </Suspense>
  )
}

type Backing = Figures['backing'][number]
const PARTS = ['owed', 'gateway', 'custody', 'capital', 'surplus'] as const

/** The debts of the exchange to its customers against its assets, both as the ledger has them. */
export function BackingSection({ rows }: { rows: readonly Backing[] }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
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
          <CoinAmount coin={row.coin} value={row[part]} />
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
