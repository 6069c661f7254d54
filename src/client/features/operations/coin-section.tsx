import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { proposeCoin, proposeCoinChange, switchNetwork } from '#contract/operations-settings.ts'
import { Allowed, useMay } from './allowed.tsx'
import type { Direction } from './coin-sheets.tsx'
import { CoinName } from './names.tsx'
import { ChangeButton, type Settings } from './setting-form.tsx'
import type { SettingAct } from './setting-sheets.tsx'

type Coin = Settings['coins'][number]
type CoinSectionProps = { coins: readonly Coin[]; onAct: (act: SettingAct) => void }

/** All coins, with the source of each one's price, the bounds of quick trade, and a switch for each direction of each network. */
export function CoinSection({ coins, onAct }: CoinSectionProps) {
  const { t } = useTranslation('desk')
  const { t: ofSettings } = useTranslation('proposals')
  const { nameOf } = useCoins()
  const language = useLanguage()
  const mayChange = useMay()(proposeCoinChange)
  const columns: readonly Column<Coin>[] = [
    { key: 'coin', label: t('settings.field.base'), cell: ({ symbol }) => <CoinName coin={symbol} /> },
    {
      key: 'priceSource',
      label: t('settings.field.priceSource'),
      cell: ({ priceSource }) => (priceSource === null ? '–' : <bdi dir="ltr">{priceSource}</bdi>),
    },
    { key: 'quickTrade', label: ofSettings('coin.quickTrade'), cell: (coin) => <QuickTrade coin={coin} /> },
    {
      key: 'networks',
      label: ofSettings('coin.networks'),
      unnamed: true,
      cell: (coin) => <Networks coin={coin} onAct={onAct} />,
    },
  ]
  const change: Column<Coin> = {
    key: 'change',
    label: t('settings.change'),
    unnamed: true,
    cell: (coin) => <ChangeButton onPress={() => onAct({ kind: 'coin', coin })} />,
  }
  return (
    <Section
      title={ofSettings('market.tab.coins')}
      note={ofSettings('coin.text')}
      aside={
        <Allowed to={proposeCoin}>
          <Button variant="quiet" size="sm" onClick={() => onAct({ kind: 'newCoin' })}>
            {t('settings.newCoin')}
          </Button>
        </Allowed>
      }
    >
      <RowList
        caption={ofSettings('market.tab.coins')}
        rows={coins}
        keyOf={({ symbol }) => symbol}
        columns={columns}
        lines={{
          what: ({ symbol }) => <bdi>{nameOf(symbol)}</bdi>,
          amount: () => null,
          when: ({ networks }) =>
            networks.length === 0 ? (
              ofSettings('coin.none')
            ) : (
              <bdi dir="ltr">{networks.map(({ tokenType }) => tokenType).join(' · ')}</bdi>
            ),
          result: ({ networks }) => {
            const closed = networks.flatMap((network) => [network.depositEnabled, network.withdrawEnabled])
            const count = String(closed.filter((isOpen) => !isOpen).length)
            if (closed.length === 0) return null
            return count === '0'
              ? ofSettings('coin.allOpen')
              : ofSettings('coin.closed', { count: showDecimal(count, language) })
          },
        }}
        {...(mayChange && { action: change })}
        dense
      />
    </Section>
  )
}

function QuickTrade({ coin: { symbol, quickTradeMin, quickTradeMax } }: { coin: Coin }) {
  const { unitOf } = useCoins()
  return (
    <>
      <DecimalText value={quickTradeMin} /> – <DecimalText value={quickTradeMax} unit={unitOf(symbol)} />
    </>
  )
}

/** The networks of a coin: whether each direction is open, and the button that stops it or proposes to open it. */
function Networks({ coin, onAct }: { coin: Coin; onAct: (act: SettingAct) => void }) {
  const { t } = useTranslation('proposals')
  if (coin.networks.length === 0) return t('coin.none')
  return (
    <chakra.ul display="grid" gap="2" paddingBlock="1" aria-label={t('coin.networks')}>
      {coin.networks.map(({ tokenType, depositEnabled, withdrawEnabled }) => (
        <chakra.li key={tokenType} display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
          <chakra.bdi dir="ltr" fontWeight="semibold" minWidth="4.5rem">
            {tokenType}
          </chakra.bdi>
          <Switch act={{ coin: coin.symbol, tokenType, direction: 'deposit', isOpen: depositEnabled }} onAct={onAct} />
          <Switch
            act={{ coin: coin.symbol, tokenType, direction: 'withdrawal', isOpen: withdrawEnabled }}
            onAct={onAct}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

function Switch({ act, onAct }: { act: Direction; onAct: (act: SettingAct) => void }) {
  const { t } = useTranslation('proposals')
  const may = useMay()
  const { nameOf } = useCoins()
  const { coin, tokenType: network, direction, isOpen } = act
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2">
      <chakra.span color={isOpen ? 'buy' : 'sell'} fontSize="xs">
        {t(isOpen ? `coin.${direction}.on` : `coin.${direction}.off`)}
      </chakra.span>
      {may(switchNetwork) && (
        <Button
          size="sm"
          variant="quiet"
          data-row=""
          aria-label={t(isOpen ? `coin.${direction}.stopOf` : `coin.${direction}.openOf`, {
            coin: nameOf(coin),
            network,
          })}
          onClick={() => onAct({ kind: 'network', network: act })}
        >
          {t(isOpen ? `coin.${direction}.stop` : `coin.${direction}.open`)}
        </Button>
      )}
    </chakra.span>
  )
}
