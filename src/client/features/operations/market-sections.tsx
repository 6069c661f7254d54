import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeMarket, proposeMarketChange, setStrategy } from '#contract/operations-settings.ts'
import { Allowed, useMay } from './allowed.tsx'
import { coinsOfMarket, Digits, MarketName, useFoundMarkets, useMarketName } from './names.tsx'
import { ChangeButton, type Settings } from './setting-form.tsx'
import type { SettingAct } from './setting-sheets.tsx'

type MarketSectionProps = { markets: Settings['markets']; onAct: (act: SettingAct) => void }

/** The markets with their rules. The band of limit prices is only in the form. */
export function MarketSection({ markets, onAct }: MarketSectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { t: ofSettings } = useTranslation('proposals')
  const mayChange = useMay()(proposeMarketChange)
  const columns = useMarketColumns()
  const { unitOf } = useCoins()
  const change: Column<MarketRow> = {
    key: 'change',
    label: t('settings.change'),
    unnamed: true,
    cell: (market) =>
      market.ended ? (
        <chakra.span color="sell">{ofSettings('market.ended')}</chakra.span>
      ) : (
        mayChange && <ChangeButton onPress={() => onAct({ kind: 'market', market })} />
      ),
  }
  return (
    <Section
      title={ofOperations('markets.title')}
      note={t('settings.marketsText')}
      aside={
        <Allowed to={proposeMarket}>
          <Button variant="quiet" size="sm" onClick={() => onAct({ kind: 'newMarket' })}>
            {t('settings.newMarket')}
          </Button>
        </Allowed>
      }
    >
      <MarketRows
        caption={ofOperations('markets.title')}
        markets={markets}
        columns={columns}
        detail={({ tick, quote }) => (
          <>
            {t('settings.field.tick')}: <DecimalText value={tick} unit={unitOf(quote)} />
          </>
        )}
        state={({ hours }) => t(`settings.hours.${hours}`)}
        action={change}
      />
    </Section>
  )
}

type MarketRow = Settings['markets'][number]

function useMarketColumns(): readonly Column<MarketRow>[] {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  return [
    {
      key: 'market',
      label: ofOperations('markets.market'),
      cell: ({ marketType }) => <MarketName marketType={marketType} />,
    },
    { key: 'hours', label: t('settings.field.hours'), cell: (market) => <Hours market={market} /> },
    {
      key: 'tick',
      label: t('settings.field.tick'),
      cell: ({ tick, quote }) => <DecimalText value={tick} unit={unitOf(quote)} />,
    },
    {
      key: 'min',
      label: t('settings.field.minAmount'),
      cell: ({ minAmount, base }) => <DecimalText value={minAmount} unit={unitOf(base)} />,
    },
    {
      key: 'max',
      label: t('settings.field.maxAmount'),
      cell: ({ maxAmount, base }) => <DecimalText value={maxAmount} unit={unitOf(base)} />,
    },
    {
      key: 'minTotal',
      label: t('settings.field.minTotal'),
      cell: ({ minTotal, quote }) => <DecimalText value={minTotal} unit={unitOf(quote)} />,
    },
    {
      key: 'openOrders',
      label: t('settings.field.openOrdersMax'),
      cell: ({ openOrdersMax }) => <Digits text={openOrdersMax} />,
    },
    {
      key: 'band',
      label: t('settings.field.protectionBand'),
      cell: ({ protectionBand }) => <DecimalText value={protectionBand} percent />,
    },
    {
      key: 'warning',
      label: t('settings.field.forceWarning'),
      cell: ({ forceWarning }) => <DecimalText value={forceWarning} percent />,
    },
  ]
}

/** A market's own hours, and whether the server's settings override them. */
function Hours({ market: { hours, effectiveHours } }: { market: MarketRow }) {
  const { t } = useTranslation('desk')
  const { t: ofSettings } = useTranslation('proposals')
  return (
    <span>
      {t(`settings.hours.${hours}`)}
      {hours !== effectiveHours && (
        <chakra.span display="block" fontSize="xs" color="gold">
          {ofSettings('market.hours.overruled')}
        </chakra.span>
      )}
    </span>
  )
}

type Strategy = Settings['strategies'][number]
type StrategySectionProps = { strategies: readonly Strategy[]; onAct: (act: SettingAct) => void }

/** The market maker's strategy for each market; its form has the rest. */
export function StrategySection({ strategies, onAct }: StrategySectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  const mayChange = useMay()(setStrategy)
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
      <MarketRows
        caption={t('settings.strategies')}
        markets={strategies}
        columns={columns}
        detail={({ enabled }) => ofOperations(enabled ? 'markets.makerOn' : 'markets.makerOff')}
        state={({ halfSpread }) => (
          <>
            {t('settings.field.halfSpread')}: <DecimalText value={halfSpread} percent />
          </>
        )}
        action={mayChange ? change : undefined}
      />
    </Section>
  )
}

type MarketRowsProps<Row> = {
  caption: string
  markets: readonly Row[]
  columns: readonly Column<Row>[]
  /** The second line of a row on a phone, and what stands at its end. */
  detail: (row: Row) => ReactNode
  state: (row: Row) => ReactNode
  action: Column<Row> | undefined
}

/** Rows of one market each, with a search for one. */
function MarketRows<Row extends { readonly marketType: string }>(props: MarketRowsProps<Row>) {
  const { caption, markets, columns, detail, state, action } = props
  const { t } = useTranslation('proposals')
  const nameOf = useMarketName()
  const { search, setSearch, found } = useFoundMarkets(markets)
  return (
    <>
      <SearchField label={t('market.find')} value={search} onChange={setSearch} />
      {found.length === 0 ? (
        <EmptyState title={t('market.none')} />
      ) : (
        <RowList
          caption={caption}
          rows={found}
          keyOf={({ marketType }) => marketType}
          columns={columns}
          lines={{
            what: ({ marketType }) => <bdi>{nameOf(marketType)}</bdi>,
            amount: () => null,
            when: detail,
            result: state,
          }}
          {...(action && { action })}
          dense
        />
      )}
    </>
  )
}
