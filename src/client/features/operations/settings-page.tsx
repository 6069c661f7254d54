import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/lib/use-coins.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Section } from '#client/ui/section.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import {
  proposeCoin,
  proposeLevelChange,
  proposeMarket,
  proposeMarketChange,
  setStrategy,
} from '#contract/operations-settings.ts'
import { Allowed, useMay } from './allowed.tsx'
import { Digits } from './digits.tsx'
import { HolidaySection } from './holiday-section.tsx'
import { coinsOfMarket, MarketName } from './market-name.tsx'
import { type SettingAct, SettingSheet } from './setting-sheets.tsx'
import { type Settings, settingsQuery } from './settings.queries.ts'

type OnAct = (act: SettingAct) => void

/** Hours, ticks, bands, fees, holidays and strategies as they are set, with the forms that change them. */
export function SettingsPage() {
  const { t } = useTranslation('desk')
  const query = useQuery(settingsQuery())
  const settings = query.data
  const [act, setAct] = useState<SettingAct | undefined>()
  if (!settings) return <Unloaded query={query} rows={8} />
  return (
    <>
      <PageHeading title={t('room.settings')} text={t('settings.text')} aside={<NewThings onAct={setAct} />} />
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <MarketSection markets={settings.markets} onAct={setAct} />
        <LevelSection levels={settings.levels} onAct={setAct} />
        <StrategySection strategies={settings.strategies} onAct={setAct} />
        <HolidaySection holidays={settings.holidays} />
      </chakra.div>
      {act && <SettingSheet act={act} onClose={() => setAct(undefined)} />}
    </>
  )
}

function NewThings({ onAct }: { onAct: OnAct }) {
  const { t } = useTranslation('desk')
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="2">
      <Allowed to={proposeCoin}>
        <Button variant="quiet" onClick={() => onAct({ kind: 'newCoin' })}>
          {t('settings.newCoin')}
        </Button>
      </Allowed>
      <Allowed to={proposeMarket}>
        <Button variant="quiet" onClick={() => onAct({ kind: 'newMarket' })}>
          {t('settings.newMarket')}
        </Button>
      </Allowed>
    </chakra.span>
  )
}

function ChangeButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Button size="sm" variant="quiet" data-row="" onClick={onPress}>
      {t('settings.change')}
    </Button>
  )
}

function MarketSection({ markets, onAct }: { markets: Settings['markets']; onAct: OnAct }) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  const mayChange = useMay()(proposeMarketChange)
  const columns: readonly Column<Settings['markets'][number]>[] = [
    {
      key: 'market',
      label: ofOperations('markets.market'),
      cell: ({ marketType }) => <MarketName marketType={marketType} />,
    },
    { key: 'hours', label: t('settings.field.hours'), cell: ({ hours }) => t(`settings.hours.${hours}`) },
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
    {
      key: 'change',
      label: t('settings.change'),
      unnamed: true,
      cell: (market) => mayChange && <ChangeButton onPress={() => onAct({ kind: 'market', market })} />,
    },
  ]
  return (
    <Section title={ofOperations('markets.title')} note={t('settings.marketsText')}>
      <DataTable
        caption={ofOperations('markets.title')}
        rows={markets}
        keyOf={({ marketType }) => marketType}
        columns={columns}
        dense
      />
    </Section>
  )
}

function LevelSection({ levels, onAct }: { levels: Settings['levels']; onAct: OnAct }) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  const mayChange = useMay()(proposeLevelChange)
  const columns: readonly Column<Settings['levels'][number]>[] = [
    { key: 'level', label: ofOperations('users.level'), cell: ({ level }) => ofOperations(`level.${level}`) },
    {
      key: 'volume',
      label: t('settings.field.volumeFrom'),
      cell: ({ volumeFrom }) => <DecimalText value={volumeFrom} unit={unitOf('TOMAN')} />,
    },
    { key: 'maker', label: t('settings.field.maker'), cell: ({ maker }) => <DecimalText value={maker} percent /> },
    { key: 'taker', label: t('settings.field.taker'), cell: ({ taker }) => <DecimalText value={taker} percent /> },
    {
      key: 'change',
      label: t('settings.change'),
      unnamed: true,
      cell: (level) =>
        mayChange && level.level !== 'SUPERVISOR' && <ChangeButton onPress={() => onAct({ kind: 'level', level })} />,
    },
  ]
  return (
    <Section title={t('settings.levels')} note={t('settings.levelsText')}>
      <DataTable caption={t('settings.levels')} rows={levels} keyOf={({ level }) => level} columns={columns} dense />
    </Section>
  )
}

function StrategySection({ strategies, onAct }: { strategies: Settings['strategies']; onAct: OnAct }) {
  const { t } = useTranslation('desk')
  const { t: ofOperations } = useTranslation('operations')
  const { unitOf } = useCoins()
  const mayChange = useMay()(setStrategy)
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
  return (
    <Section title={t('settings.strategies')} note={t('settings.strategyText')}>
      <DataTable
        caption={t('settings.strategies')}
        rows={strategies}
        keyOf={({ marketType }) => marketType}
        columns={columns}
        dense
      />
    </Section>
  )
}
