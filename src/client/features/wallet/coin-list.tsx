import { chakra } from '@chakra-ui/react'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'
import { BalanceText, PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { orderWallets } from '#client/entities/wallet/wallet-worth.ts'
import type { WalletEntry } from '#client/entities/wallet/wallets.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PlainLink } from '#client/ui/link.tsx'

const isNothing = (text: string) => /^[0.]*$/.test(text)

/** Every coin with its balance, the blocked part of it, and its worth; each links to its market. */
export function CoinList({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('wallet')
  const [mine, setMine] = useState(false)
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
          <CoinRow key={entry.coin} entry={entry} />
        ))}
      </chakra.ul>
    </div>
  )
}

function CoinRow({ entry }: { entry: WalletEntry }) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const { coin, totalBalance, blockedCredit, wholePriceOfCredit } = entry
  const worths = useWorth()
  const market = marketOfCoin(coin, useLanguage())
  return (
    <chakra.li
      position="relative"
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="4.25rem"
      paddingBlock="2.5"
      borderBottomWidth="1px"
      borderColor="line"
      _last={{ borderBottomWidth: '0' }}
      _hover={market ? { bg: 'hover' } : {}}
    >
      <CoinIcon symbol={coin} size={36} />
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
      <chakra.div textAlign="end">
        <chakra.p fontWeight="semibold">
          <BalanceText coin={coin} value={totalBalance} />
        </chakra.p>
        {coin !== worths.coin && (
          <chakra.p fontSize="xs" color="fg.muted">
            <PrivateDecimal value={worths.worthOf(wholePriceOfCredit)} {...worths.look} />
          </chakra.p>
        )}
      </chakra.div>
    </chakra.li>
  )
}
