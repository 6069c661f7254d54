import { chakra } from '@chakra-ui/react'
import { ArrowDownToLine, ArrowUpFromLine, CalendarSync, HandCoins, SearchX, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { matchesSearch } from '#client/entities/coin/match-coin.ts'
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
import { SearchField } from '#client/ui/search-field.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { GOLD, TOMAN } from '#domain/coin.ts'

const isNothing = (text: string) => /^[0.]*$/.test(text)

type CoinListProps = {
  wallets: readonly WalletEntry[]
  /** By coin, of those that the user has bought. */
  holdings?: ReadonlyMap<string, Holding>
  /** Over which each coin can come in and leave now; absent until the user is verified. */
  networks?: CoinNetworks | undefined
  onDeposit?: (coin: string) => void
  onWithdraw?: (coin: string) => void
  /** The way out for coins that no network carries. */
  onTransfer?: (coin: string) => void
  /** Of gold, where it can be handed over as metal. */
  delivery?: CoinRowProps['delivery']
}

/** Every coin with its balance, the blocked part of it, its worth and its profit; each links to its market. */
export function CoinList({ wallets, holdings, networks, onDeposit, onWithdraw, onTransfer, delivery }: CoinListProps) {
  const { t } = useTranslation('wallet')
  const { coinOf, nameOf } = useCoins()
  const [mine, setMine] = useState(false)
  const [typed, setTyped] = useState('')
  const isOnlyTransferred = ({ coin, credit }: WalletEntry) =>
    networks !== undefined && coin !== TOMAN && !isNothing(credit) && sendingNetworks(networks, coin).length === 0
  const isFound = (symbol: string) => {
    const names = { symbol, code: symbol, persianName: nameOf(symbol), englishName: nameOf(symbol) }
    return matchesSearch(coinOf(symbol) ?? names, typed)
  }
  const owned = orderWallets(wallets).filter(({ totalBalance }) => !mine || !isNothing(totalBalance))
  const shown = owned.filter(({ coin }) => isFound(coin))
  return (
    <div>
      <chakra.div display="grid" gap="2" maxWidth={{ md: '22rem' }}>
        <SearchField label={t('coins.search')} value={typed} onChange={setTyped} />
        <Checkbox checked={mine} onChange={setMine}>
          {t('coins.mine')}
        </Checkbox>
      </chakra.div>
      {owned.length === 0 ? (
        <EmptyState icon={<Wallet size={24} />} title={t('coins.empty.title')} text={t('coins.empty.text')} />
      ) : (
        shown.length === 0 && <EmptyState icon={<SearchX size={24} />} title={t('coins.notFound')} />
      )}
      <chakra.ul listStyleType="none">
        {shown.map((entry) => (
          <CoinRow
            key={entry.coin}
            entry={entry}
            holding={holdings?.get(entry.coin)}
            onDeposit={receivingNetworks(networks, entry.coin).length > 0 ? onDeposit : undefined}
            onWithdraw={sendingNetworks(networks, entry.coin).length > 0 ? onWithdraw : undefined}
            onTransfer={isOnlyTransferred(entry) ? onTransfer : undefined}
            delivery={entry.coin === GOLD && !isNothing(entry.credit) ? delivery : undefined}
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
  onDeposit: ((coin: string) => void) | undefined
  onWithdraw: ((coin: string) => void) | undefined
  onTransfer: ((coin: string) => void) | undefined
  /** A sentence in place of the way, if the balance does not suffice. */
  delivery: { readonly lacking: string } | { readonly onDeliver: () => void } | undefined
}

function CoinRow({ entry, holding, onDeposit, onWithdraw, onTransfer, delivery }: CoinRowProps) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const { coin, totalBalance, wholePriceOfCredit } = entry
  const worths = useWorth()
  const market = marketOfCoin(coin, useLanguage())
  return (
    <chakra.li
      position="relative"
      display="flex"
      flexWrap="wrap"
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
      <SecondLine {...{ coin, holding, onDeposit, onWithdraw, onTransfer, delivery }} />
    </chakra.li>
  )
}

/** Keeps the figures of all rows in one column. */
const Space = () => <chakra.span {...besideRow} _hover={{}} />

type SecondLineProps = Omit<CoinRowProps, 'entry'> & { coin: string }

/** The profit of what is held, and the ways of the coin in and out. */
function SecondLine({ coin, holding, onDeposit, onWithdraw, onTransfer, delivery }: SecondLineProps) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  if (!holding && !onDeposit && !onWithdraw && !onTransfer && !delivery) return null
  const onDeliver = delivery && 'onDeliver' in delivery ? delivery.onDeliver : undefined
  const name = nameOf(coin)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" flexBasis="full" columnGap="4" rowGap="1.5">
      <HoldingLine holding={holding} />
      {(onDeposit || onWithdraw || onTransfer || onDeliver) && (
        <chakra.div display="flex" flexWrap="wrap" gap="2" marginInlineStart="auto" position="relative" zIndex="1">
          {onDeposit && (
            <ServerButton
              brief
              size="sm"
              variant="quiet"
              icon={<ArrowDownToLine size={16} aria-hidden="true" />}
              aria-label={t('coinDeposit.action', { name })}
              onClick={() => onDeposit(coin)}
            >
              {t('coins.in')}
            </ServerButton>
          )}
          {onWithdraw && (
            <ServerButton
              brief
              size="sm"
              variant="quiet"
              icon={<ArrowUpFromLine size={16} aria-hidden="true" />}
              aria-label={t('coins.withdraw', { name })}
              onClick={() => onWithdraw(coin)}
            >
              {t('coins.out')}
            </ServerButton>
          )}
          {onTransfer && (
            <ServerButton
              brief
              size="sm"
              variant="quiet"
              icon={<ArrowUpFromLine size={16} aria-hidden="true" />}
              aria-label={t('coins.transfer', { name })}
              onClick={() => onTransfer(coin)}
            >
              {t('coins.toUser')}
            </ServerButton>
          )}
          {onDeliver && (
            <ServerButton
              brief
              size="sm"
              variant="quiet"
              icon={<HandCoins size={16} aria-hidden="true" />}
              aria-label={t('delivery.actionName', { name })}
              onClick={onDeliver}
            >
              {t('delivery.action')}
            </ServerButton>
          )}
        </chakra.div>
      )}
      {delivery && 'lacking' in delivery && (
        <chakra.p fontSize="xs" color="fg.muted" flexBasis="full">
          {delivery.lacking}
        </chakra.p>
      )}
    </chakra.div>
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
