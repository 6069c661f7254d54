import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeLevelChange } from '#contract/operations-settings.ts'
import { useMay } from './allowed.tsx'
import { ChangeButton } from './change-button.tsx'
import type { SettingAct } from './setting-sheets.tsx'
import type { Settings } from './settings.queries.ts'

type LevelSectionProps = { levels: Settings['levels']; onAct: (act: SettingAct) => void }

/** The customers' levels with their fees. */
export function LevelSection({ levels, onAct }: LevelSectionProps) {
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
