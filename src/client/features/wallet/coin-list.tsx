import { chakra } from '@chakra-ui/react'
import { ArrowDownToLine, ArrowUpFromLine, CalendarSync, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'
import { BalanceText, PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { HoldingLine } from '#client/entities/wallet/profit-text.tsx'
import type { Holding } from '#client/entities/wallet/profits.ts'
import { orderWallets, useWorth } from '#client/entities/wallet/wallet-worth.ts'
import type { WalletEntry } from '#client/entities/wallet/wallets.queries.ts'
import {
  type CoinNetworks,
  receivingNetworks,
  sendingNetworks,
} from '#client/entities/withdrawal/coin-networks.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { iconButtonLook } from '#client/ui/icon-button.tsx'
import { PlainLink } from '#client/ui/link.tsx'

const isNothing = (text: string) => /^[0.]*$/.test(text)

type CoinListProps = {
  wallets: readonly WalletEntry[]
  /** By coin, of those that the user has bought. */
  holdings?: ReadonlyMap<string, Holding>
  /** Over which each coin can come in and leave now; absent until the user is verified. */
  networks?: CoinNetworks | undefined
  onDeposit?: (coin: string) => void
  onWithdraw?: (coin: string) => void
}

/** Every coin with its balance, the blocked part of it, its worth and its profit; each links to its market. */
export function CoinList({ wallets, holdings, networks, onDeposit, onWithdraw }: CoinListProps) {
  const { t } = useTranslation('wallet')
  const [mine, setMine] = useState(false)
  const all = [...(networks?.values() ?? [])].flat()
  const hasDeposits = all.some(({ isDepositEnable }) => isDepositEnable)
  const hasWithdrawals = all.some(({ withdrawEnable }) => withdrawEnable)
  const shown = orderWallets(wallets).filter(({ totalBalance }) => !mine || !isNothing(totalBalance))
  return (
    <div>
      <Checkbox checked={mine} onChange={setMine}>
        {t('coins.mine')}
      </Checkbox>
      {shown.length === 0 && (
        <EmptyState icon={<Wallet size={24} />} title={t('coins.empty.title')} text={t('coins.empty.text')} />
      )}
      <chakra.ul listStyleType="none">
        {shown.map((entry) => (
          <CoinRow
            key={entry.coin}
            entry={entry}
            holding={holdings?.get(entry.coin)}
            hasDeposits={hasDeposits}
            hasWithdrawals={hasWithdrawals}
            onDeposit={receivingNetworks(networks, entry.coin).length > 0 ? onDeposit : undefined}
            onWithdraw={sendingNetworks(networks, entry.coin).length > 0 ? onWithdraw : undefined}
          />
        ))}
      </chakra.ul>
    </div>
  )
}

/** Above the link of the whole row. */
const besideRow = {
  ...iconButtonLook,
  position: 'relative',
  zIndex: '1',
  marginInline: { base: '-2', md: '0' },
} as const

type CoinRowProps = {
  entry: WalletEntry
  holding: Holding | undefined
  /** Any row has the button of deposits, or of withdrawals. */
  hasDeposits: boolean
  hasWithdrawals: boolean
  onDeposit: ((coin: string) => void) | undefined
  onWithdraw: ((coin: string) => void) | undefined
}

function CoinRow({ entry, holding, hasDeposits, hasWithdrawals, onDeposit, onWithdraw }: CoinRowProps) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const { coin, totalBalance, wholePriceOfCredit } = entry
  const worths = useWorth()
  const market = marketOfCoin(coin, useLanguage())
  return (
    <chakra.li
      position="relative"
      display="flex"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      alignItems="center"
      columnGap={{ base: '3', md: '6' }}
      rowGap="1.5"
      minHeight="4.25rem"
      paddingBlock="2.5"
      borderBottomWidth="1px"
      borderColor="line"
      _last={{ borderBottomWidth: '0' }}
      _hover={market ? { bg: 'hover' } : {}}
    >
      <CoinIcon symbol={coin} size={36} />
      <CoinName entry={entry} market={market} />
      <HoldingLine holding={holding} />
      <chakra.div textAlign="end" minWidth={{ md: '9rem' }}>
        <chakra.p fontWeight="semibold">
          <BalanceText coin={coin} value={totalBalance} />
        </chakra.p>
        {coin !== worths.coin && (
          <chakra.p fontSize="xs" color="fg.muted">
            <PrivateDecimal value={worths.worthOf(wholePriceOfCredit)} {...worths.look} />
          </chakra.p>
        )}
      </chakra.div>
      {onDeposit ? (
        <RowButton label={t('coinDeposit.action', { name: nameOf(coin) })} onPress={() => onDeposit(coin)}>
          <ArrowDownToLine size={18} aria-hidden="true" />
        </RowButton>
      ) : (
        hasDeposits && <Space />
      )}
      {onWithdraw ? (
        <RowButton label={t('coins.withdraw', { name: nameOf(coin) })} onPress={() => onWithdraw(coin)}>
          <ArrowUpFromLine size={18} aria-hidden="true" />
        </RowButton>
      ) : (
        hasWithdrawals && <Space />
      )}
      {market === undefined ? (
        <Space />
      ) : (
        <PlainLink
          to="/profile/recurring"
          search={{ market: `${market.tradeFrom}_${market.tradeTo}` }}
          aria-label={t('coins.recurring', { name: nameOf(coin) })}
          title={t('coins.recurring', { name: nameOf(coin) })}
          {...besideRow}
        >
          <CalendarSync size={18} aria-hidden="true" />
        </PlainLink>
      )}
    </chakra.li>
  )
}

/** Keeps the figures of all rows in one column. */
const Space = () => <chakra.span {...besideRow} _hover={{}} />

function RowButton({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <chakra.button type="button" aria-label={label} title={label} onClick={onPress} {...besideRow}>
      {children}
    </chakra.button>
  )
}

type CoinNameProps = { entry: WalletEntry; market: ReturnType<typeof marketOfCoin> }

/** The coin's name, which links to its market, and the blocked part of its balance. */
function CoinName({ entry: { coin, blockedCredit }, market }: CoinNameProps) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  return (
    <chakra.div flex="1" minWidth="0">
      {market === undefined ? (
        <chakra.p fontWeight="semibold">{nameOf(coin)}</chakra.p>
      ) : (
        <PlainLink
          to="/profile/trade/$tradeTo/$tradeFrom"
          params={market}
          aria-label={t('coins.trade', { name: nameOf(coin) })}
          fontWeight="semibold"
          _before={{ content: '""', position: 'absolute', inset: '0' }}
        >
          {nameOf(coin)}
        </PlainLink>
      )}
      {!isNothing(blockedCredit) && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('coins.blocked')}: <BalanceText coin={coin} value={blockedCredit} withUnit={false} />
        </chakra.p>
      )}
    </chakra.div>
  )
}
