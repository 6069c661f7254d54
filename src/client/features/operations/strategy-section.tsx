import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { setStrategy } from '#contract/operations-settings.ts'
import { useMay } from './allowed.tsx'
import { ChangeButton } from './change-button.tsx'
import { Digits } from './digits.tsx'
import { coinsOfMarket, MarketName } from './market-name.tsx'
import type { SettingAct } from './setting-sheets.tsx'
import type { Settings } from './settings.queries.ts'
import { useFoundMarkets } from './use-found-markets.ts'

type StrategySectionProps = { strategies: Settings['strategies']; onAct: (act: SettingAct) => void }

/** The market maker's strategy for each market. A phone shows only whether it quotes: a market's form has the rest. */
export function StrategySection({ strategies, onAct }: StrategySectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const { unitOf } = useCoins()
  const mayChange = useMay()(setStrategy)
  const isWide = useWide()
  const { search, setSearch, found } = useFoundMarkets(strategies)
  const columns: readonly Column<Settings['strategies'][number]>[] = [
    {
      key: 'market',
      label: ofOperations('markets.market'),
      cell: ({ marketType }) => <MarketName marketType={marketType} />,
    },
    {
      key: 'enabled',
      label: ofOperations('users.state'),
      cell: ({ enabled }) => ofOperations(enabled ? 'markets.makerOn' : 'markets.makerOff'),
    },
    {
      key: 'spread',
      label: t('settings.field.halfSpread'),
      cell: ({ halfSpread }) => <DecimalText value={halfSpread} percent />,
    },
    { key: 'step', label: t('settings.field.step'), cell: ({ step }) => <DecimalText value={step} percent /> },
    { key: 'levels', label: t('settings.field.levels'), cell: ({ levels }) => <Digits text={String(levels)} /> },
    {
      key: 'worth',
      label: t('settings.field.levelWorth'),
      cell: ({ levelWorth, marketType }) => (
        <DecimalText value={levelWorth} unit={unitOf(coinsOfMarket(marketType).quote)} />
      ),
    },
    {
      key: 'change',
      label: t('settings.change'),
      unnamed: true,
      cell: (strategy) => mayChange && <ChangeButton onPress={() => onAct({ kind: 'strategy', strategy })} />,
    },
  ]
  const shown = isWide || !mayChange ? columns : columns.filter(({ key }) => PHONE_COLUMNS.includes(key))
  return (
    <Section title={t('settings.strategies')} note={t('settings.strategyText')}>
      <SearchField label={ofSettings('market.find')} value={search} onChange={setSearch} />
      {found.length === 0 ? (
        <EmptyState title={ofSettings('market.none')} />
      ) : (
        <DataTable
          caption={t('settings.strategies')}
          rows={found}
          keyOf={({ marketType }) => marketType}
          columns={shown}
          dense
        />
      )}
    </Section>
  )
}

const PHONE_COLUMNS = ['market', 'enabled', 'change']
