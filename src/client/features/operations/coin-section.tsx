import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeCoin } from '#contract/operations-settings.ts'
import { Allowed } from './allowed.tsx'
import { CoinName } from './market-name.tsx'
import type { SettingAct } from './setting-sheets.tsx'
import type { Settings } from './settings.queries.ts'

type CoinSectionProps = { coins: Settings['coins']; onAct: (act: SettingAct) => void }

/** All coins, with the source of each one's price. */
export function CoinSection({ coins, onAct }: CoinSectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofSettings } = useTranslation('proposals')
  const columns: readonly Column<Settings['coins'][number]>[] = [
    { key: 'coin', label: t('settings.field.base'), cell: ({ symbol }) => <CoinName coin={symbol} /> },
    { key: 'symbol', label: t('settings.field.symbol'), cell: ({ symbol }) => <bdi dir="ltr">{symbol}</bdi> },
    {
      key: 'priceSource',
      label: t('settings.field.priceSource'),
      cell: ({ priceSource }) => (priceSource === null ? '–' : <bdi dir="ltr">{priceSource}</bdi>),
    },
  ]
  return (
    <Section
      title={ofSettings('market.tab.coins')}
      aside={
        <Allowed to={proposeCoin}>
          <Button variant="quiet" size="sm" onClick={() => onAct({ kind: 'newCoin' })}>
            {t('settings.newCoin')}
          </Button>
        </Allowed>
      }
    >
      <DataTable
        caption={ofSettings('market.tab.coins')}
        rows={coins}
        keyOf={({ symbol }) => symbol}
        columns={columns}
        dense
      />
    </Section>
  )
}
