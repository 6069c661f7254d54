import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { setStrategy } from '#contract/operations-settings.ts'
import { useMay } from './allowed.tsx'
import { ChangeButton } from './change-button.tsx'
import { Digits } from './digits.tsx'
import { coinsOfMarket, MarketName, useMarketName } from './market-name.tsx'
import type { SettingAct } from './setting-sheets.tsx'
import type { Settings } from './settings.queries.ts'
import { useFoundMarkets } from './use-found-markets.ts'

type Strategy = Settings['strategies'][number]
type StrategySectionProps = { strategies: readonly Strategy[]; onAct: (act: SettingAct) => void }

/** The market maker's strategy for each market; its form has the rest. */
export function StrategySection({ strategies, onAct }: StrategySectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const { unitOf } = useCoins()
  const nameOf = useMarketName()
  const mayChange = useMay()(setStrategy)
  const { search, setSearch, found } = useFoundMarkets(strategies)
  const columns: readonly Column<Strategy>[] = [
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
  ]
  const change: Column<Strategy> = {
    key: 'change',
    label: t('settings.change'),
    unnamed: true,
    cell: (strategy) => <ChangeButton onPress={() => onAct({ kind: 'strategy', strategy })} />,
  }
  return (
    <Section title={t('settings.strategies')} note={t('settings.strategyText')}>
      <SearchField label={ofSettings('market.find')} value={search} onChange={setSearch} />
      {found.length === 0 ? (
        <EmptyState title={ofSettings('market.none')} />
      ) : (
        <RowList
          caption={t('settings.strategies')}
          rows={found}
          keyOf={({ marketType }) => marketType}
          columns={columns}
          lines={{
            what: ({ marketType }) => <bdi>{nameOf(marketType)}</bdi>,
            amount: () => null,
            when: ({ enabled }) => ofOperations(enabled ? 'markets.makerOn' : 'markets.makerOff'),
            result: ({ halfSpread }) => (
              <>
                {t('settings.field.halfSpread')}: <DecimalText value={halfSpread} percent />
              </>
            ),
          }}
          {...(mayChange && { action: change })}
          dense
        />
      )}
    </Section>
  )
}
