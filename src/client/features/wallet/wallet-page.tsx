import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CalendarSync, Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { marketOfCoin } from '#client/entities/market/quote-unit.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceDonut } from '#client/entities/wallet/balance-donut.tsx'
import { BalanceText, PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { HoldingLine } from '#client/entities/wallet/profit-text.tsx'
import type { Holding } from '#client/entities/wallet/profits.ts'
import { useProfits } from '#client/entities/wallet/use-profits.ts'
import { orderWallets, useWorth, worthByCoin } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { iconButtonLook } from '#client/ui/icon-button.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { DEPOSIT } from './deposit.queries.ts'
import { DepositSheet } from './deposit-sheet.tsx'
import { ProfitCard } from './profit-card.tsx'
import { TomanSummary } from './toman-summary.tsx'
import { WITHDRAWAL } from './withdraw.queries.ts'

const WithdrawSheet = lazy(() => import('./withdraw-sheet.tsx'))

interface WalletPageProps {
  /** Set if the URL opens the deposit sheet, perhaps with an amount. */
  readonly deposit?: true | string | undefined
  readonly onDepositClosed?: () => void
}

/** The user's balances and their worth, with buttons to deposit and withdraw Toman. */
export function WalletPage({ deposit, onDepositClosed }: WalletPageProps) {
  const { t } = useTranslation('wallet')
  const session = useSession()
  const query = useQuery(walletsQuery())
  const { holdings, profits } = useProfits()
  // A payment that lost its answer before a reload is resumed.
  const [depositing, setDepositing] = useState(() => hasPending(DEPOSIT))
  const [withdrawing, setWithdrawing] = useState(() => hasPending(WITHDRAWAL))
  const close = () => {
    setDepositing(false)
    if (deposit !== undefined) onDepositClosed?.()
  }
  const showsBalances = session?.supervisor !== true
  const mayDeposit = session?.authorized !== false
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t('title')}
      </chakra.h1>
      {showsBalances && <PendingDeposits />}
      <QueryView query={query} data={query.data} rows={6} height="4.25rem">
        {(wallets) =>
          showsBalances && (
            <chakra.div
              display="grid"
              gap="4"
              alignItems="start"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 25rem' }}
            >
              <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" order={{ xl: '2' }}>
                <TomanSummary
                  wallets={wallets}
                  onDeposit={mayDeposit ? () => setDepositing(true) : undefined}
                  onWithdraw={() => setWithdrawing(true)}
                />
                <ProfitCard profits={profits} holdings={holdings} />
                <Spread wallets={wallets} />
              </chakra.div>
              <Section title={t('coins.title')}>
                <CoinList wallets={wallets} holdings={holdings} />
              </Section>
            </chakra.div>
          )
        }
      </QueryView>
      {showsBalances && mayDeposit && (depositing || deposit !== undefined) && (
        <DepositSheet
          amount={deposit === true ? undefined : deposit}
          inAddress={deposit !== undefined}
          onClose={close}
        />
      )}
      {showsBalances && mayDeposit && withdrawing && (
        <Suspense>
          <WithdrawSheet onClose={() => setWithdrawing(false)} />
        </Suspense>
      )}
    </chakra.div>
  )
}

function Spread({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('wallet')
  if (worthByCoin(wallets).length === 0) return null
  return (
    <Section title={t('spread.title')}>
      <BalanceDonut wallets={wallets} />
    </Section>
  )
}

/** Gateways close a payment within half an hour. An older one was abandoned, and only the history shows it. */
const WAITING_MS_MAX = 45 * 60_000

/** Recent payments without a result from the gateway: they may be paid, by a browser that never came back. */
function PendingDeposits() {
  const { t } = useTranslation('wallet')
  const { billed } = useCoins()
  const { data: deposits = [] } = useQuery(pendingDepositsQuery())
  if (deposits.length === 0) return null
  return (
    <Notice tone="info" title={t('underReview.title')}>
      {deposits.map(({ id, amount }) => (
        <chakra.p key={id} fontWeight="semibold">
          <PrivateDecimal value={amount} {...billed('TOMAN')} />
        </chakra.p>
      ))}
      <p>{t('underReview.text')}</p>
    </Notice>
  )
}

const pendingDepositsQuery = () =>
  queryOptions({
    ...endpointQuery(getDeposits, { query: { relatedCoin: 'TOMAN', size: '10' } }),
    refetchInterval: every(POLL_MS.wallets),
    select: ({ content }: Reply<typeof getDeposits>) =>
      content.filter(
        ({ transactionStatus, createdAtDateTime }) =>
          transactionStatus === 'RAISED_BY_USER' && Date.now() - Date.parse(createdAtDateTime) < WAITING_MS_MAX,
      ),
  })

const isNothing = (text: string) => /^[0.]*$/.test(text)

type CoinListProps = {
  wallets: readonly WalletEntry[]
  /** By coin, of those that the user has bought. */
  holdings?: ReadonlyMap<string, Holding>
}

/** Every coin with its balance, the blocked part of it, its worth and its profit; each links to its market. */
export function CoinList({ wallets, holdings }: CoinListProps) {
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
          <CoinRow key={entry.coin} entry={entry} holding={holdings?.get(entry.coin)} />
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

function CoinRow({ entry, holding }: { entry: WalletEntry; holding: Holding | undefined }) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const { coin, totalBalance, blockedCredit, wholePriceOfCredit } = entry
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
      {market === undefined ? (
        // Keeps the figures of all rows in one column.
        <chakra.span {...besideRow} _hover={{}} />
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
