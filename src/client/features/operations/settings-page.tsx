import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { proposeLevelChange } from '#contract/operations-settings.ts'
import { useMay } from './allowed.tsx'
import { CoinSection } from './coin-section.tsx'
import { SETTING_TABS, type SettingTab } from './console-pages.ts'
import { HolidaySection } from './holiday-section.tsx'
import { MarketSection, StrategySection } from './market-sections.tsx'
import { ChangeButton, type Settings, settingsQuery } from './setting-form.tsx'
import { type SettingAct, SettingSheet } from './setting-sheets.tsx'

type SettingsPageProps = { tab?: SettingTab; onTab?: (tab: SettingTab) => void }

/** Hours, ticks, bands, fees, holidays and strategies, in tabs, with the forms to change them. */
export function SettingsPage({ tab = 'markets', onTab = () => undefined }: SettingsPageProps) {
  const { t } = useTranslation('desk')
  const query = useQuery(settingsQuery())
  const settings = query.data
  const { t: ofSettings } = useTranslation('proposals')
  const [act, setAct] = useState<SettingAct | undefined>()
  if (!settings) return <QueryPlaceholder query={query} rows={8} />
  return (
    <>
      <PageHeading title={t('room.settings')} text={t('settings.text')} />
      <Tabs
        label={ofSettings('market.tab.label')}
        value={tab}
        options={SETTING_TABS.map((value) => ({ value, label: ofSettings(`market.tab.${value}`) }))}
        onChange={onTab}
      >
        <Panel tab={tab} settings={settings} onAct={setAct} />
      </Tabs>
      {act && <SettingSheet act={act} onAct={setAct} onClose={() => setAct(undefined)} />}
    </>
  )
}

type PanelProps = { tab: SettingTab; settings: Settings; onAct: (act: SettingAct) => void }

function Panel({ tab, settings, onAct }: PanelProps) {
  switch (tab) {
    case 'markets':
      return <MarketSection markets={settings.markets} onAct={onAct} />
    case 'maker':
      return <StrategySection strategies={settings.strategies} onAct={onAct} />
    case 'fees':
      return <LevelSection levels={settings.levels} onAct={onAct} />
    case 'days':
      return (
        <>
          <HoursNotice markets={settings.markets} />
          <HolidaySection holidays={settings.holidays} />
        </>
      )
    case 'coins':
      return <CoinSection coins={settings.coins} onAct={onAct} />
  }
}

/** Warns about hours and holidays that are overridden now, since they would look effective. */
function HoursNotice({ markets }: { markets: Settings['markets'] }) {
  const { t } = useTranslation('proposals')
  if (markets.every(({ hours, effectiveHours }) => hours === effectiveHours)) return null
  return (
    <chakra.div marginBottom="4">
      <Notice tone="warning" title={t('market.hours.title')}>
        {t('market.hours.alwaysOpen')}
      </Notice>
    </chakra.div>
  )
}

type LevelSectionProps = { levels: Settings['levels']; onAct: (act: SettingAct) => void }

/** The customers' levels with their fees. */
function LevelSection({ levels, onAct }: LevelSectionProps) {
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
      key: 'depositDayMax',
      label: t('settings.field.depositDayMax'),
      cell: ({ depositDayMax }) => <DecimalText value={depositDayMax} unit={unitOf('TOMAN')} />,
    },
    {
      key: 'withdrawalHourMax',
      label: t('settings.field.withdrawalHourMax'),
      cell: ({ withdrawalHourMax }) => <DecimalText value={withdrawalHourMax} unit={unitOf('TOMAN')} />,
    },
    {
      key: 'withdrawalDayMax',
      label: t('settings.field.withdrawalDayMax'),
      cell: ({ withdrawalDayMax }) => <DecimalText value={withdrawalDayMax} unit={unitOf('TOMAN')} />,
    },
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

const route = getRouteApi('/operations/settings')

export function SettingsRoute() {
  const { tab = 'markets' } = route.useSearch()
  const navigate = route.useNavigate()
  return <SettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />
}
