import { chakra } from '@chakra-ui/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceDonut } from '#client/entities/wallet/balance-donut.tsx'
import { PrivateDecimal } from '#client/entities/wallet/balance-text.tsx'
import { useProfits } from '#client/entities/wallet/use-profits.ts'
import { worthByCoin } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import {
  type CoinNetworks,
  coinNetworksQuery,
  receivingNetworks,
  sendingNetworks,
} from '#client/entities/withdrawal/coin-networks.queries.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { every, POLL_MS } from '#client/lib/polling.ts'
import { nothing } from '#client/lib/without-code.ts'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { WhenNear } from '#client/ui/when-near.tsx'
import { getDeposits } from '#contract/deposits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { CoinList } from './coin-list.tsx'
import { DELIVERY, useDeliveryOf } from './delivery.queries.ts'
import { DEPOSIT } from './deposit.queries.ts'
import { DepositSheet } from './deposit-sheet.tsx'
import { ProfitCard } from './profit-card.tsx'
import { TomanSummary } from './toman-summary.tsx'
import { COIN_WITHDRAWAL, TRANSFER, WITHDRAWAL } from './withdraw.queries.ts'

const CoinDepositSheet = lazy(() => import('./coin-deposit-sheet.tsx'))
const CoinWithdrawSheet = lazy(() => import('./coin-withdraw-sheet.tsx'))
const DeliverySheet = lazy(() => import('./delivery-sheet.tsx'))
const TransferSheet = lazy(() => import('./transfer-sheet.tsx'))
const WorthCard = lazy(() => import('./worth-card.tsx').catch(nothing<{ height: string }>))
const WithdrawSheet = lazy(() => import('./withdraw-sheet.tsx'))

interface WalletPageProps {
  /** Set if the URL opens the deposit sheet, perhaps with an amount. */
  readonly deposit?: true | string | undefined
  readonly onDepositClosed?: () => void
}

/** The user's balances and their worth, with buttons to deposit and withdraw. */
export function WalletPage({ deposit, onDepositClosed }: WalletPageProps) {
  const { t } = useTranslation('wallet')
  const session = useSession()
  const query = useQuery(walletsQuery())
  const { holdings, profits, coins } = useProfits()
  // A payment that lost its answer before a reload is resumed.
  const [depositing, setDepositing] = useState(() => hasPending(DEPOSIT))
  const [opened, setOpened] = useState(openedAtFirst)
  const { data: networks } = useQuery(coinNetworksQuery())
  const mayDeposit = session?.authorized !== false
  const delivery = useDeliveryOf(mayDeposit ? query.data : undefined, () => setOpened({ sheet: 'delivery' }))
  const close = () => {
    setDepositing(false)
    if (deposit !== undefined) onDepositClosed?.()
  }
  const showsBalances = session?.supervisor !== true
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t('title')}
      </chakra.h1>
      {showsBalances && <PendingDeposits />}
      <QueryView query={query} data={query.data} rows={6} height="4.25rem">
        {(wallets) =>
          showsBalances && (
            <Parts
              summary={
                <TomanSummary
                  wallets={wallets}
                  onDeposit={mayDeposit ? () => setDepositing(true) : undefined}
                  onWithdraw={() => setOpened({ sheet: 'withdrawal' })}
                />
              }
              past={
                <>
                  <WorthOverTime wallets={wallets} />
                  <ProfitCard profits={profits} coins={coins} holdings={holdings} />
                  <Spread wallets={wallets} />
                </>
              }
            >
              <CoinList
                wallets={wallets}
                holdings={holdings}
                networks={mayDeposit ? networks : undefined}
                onDeposit={(coin) => setOpened({ sheet: 'coinDeposit', coin })}
                onWithdraw={(coin) => setOpened({ sheet: 'coinWithdrawal', coin })}
                onTransfer={(coin) => setOpened({ sheet: 'transfer', coin })}
                delivery={delivery}
              />
            </Parts>
          )
        }
      </QueryView>
      {showsBalances && (
        <TextLink to="/profile/liabilities" justifySelf="start" alignContent="center" minHeight="tap" fontSize="sm">
          {t('liabilities')}
        </TextLink>
      )}
      {showsBalances && mayDeposit && (depositing || deposit !== undefined) && (
        <DepositSheet
          amount={deposit === true ? undefined : deposit}
          inAddress={deposit !== undefined}
          onClose={close}
        />
      )}
      {showsBalances && mayDeposit && <Sheets {...{ opened, networks }} open={setOpened} />}
    </chakra.div>
  )
}

type PartsProps = { summary: ReactNode; past: ReactNode; children: ReactNode }

/** A phone has the assets below the sum, and what became of them last; a wide screen has the assets beside both. */
function Parts({ summary, past, children }: PartsProps) {
  const { t } = useTranslation('wallet')
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 25rem' }}
      gridTemplateRows={{ xl: 'auto 1fr' }}
    >
      <chakra.div gridColumn={{ xl: '2' }}>{summary}</chakra.div>
      <chakra.div gridColumn={{ xl: '1' }} gridRow={{ xl: '1 / span 2' }} minWidth="0">
        <Section title={t('coins.title')}>{children}</Section>
      </chakra.div>
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" gridColumn={{ xl: '2' }}>
        {past}
      </chakra.div>
    </chakra.div>
  )
}

/** The sheet that is open; of a withdrawal that is continued, the sheet knows the coin. */
type Opened =
  | { readonly sheet: 'withdrawal' }
  | { readonly sheet: 'coinDeposit'; readonly coin: string }
  | { readonly sheet: 'coinWithdrawal'; readonly coin?: string }
  | { readonly sheet: 'transfer'; readonly coin?: string }
  | { readonly sheet: 'delivery' }

/** A withdrawal that lost its answer before a reload is resumed, too. */
function openedAtFirst(): Opened | undefined {
  if (hasPending(WITHDRAWAL)) return { sheet: 'withdrawal' }
  if (hasPending(TRANSFER)) return { sheet: 'transfer' }
  if (hasPending(DELIVERY)) return { sheet: 'delivery' }
  return hasPending(COIN_WITHDRAWAL) ? { sheet: 'coinWithdrawal' } : undefined
}

type SheetsProps = {
  opened: Opened | undefined
  networks: CoinNetworks | undefined
  open: (next: Opened | undefined) => void
}

/** The sheets that load when they are opened. */
function Sheets({ opened, networks, open }: SheetsProps) {
  const onClose = () => open(undefined)
  return (
    <Suspense>
      {opened?.sheet === 'coinDeposit' && (
        <CoinDepositSheet
          coin={opened.coin}
          networks={receivingNetworks(networks, opened.coin).map(({ tokenType }) => tokenType)}
          onClose={onClose}
        />
      )}
      {opened?.sheet === 'coinWithdrawal' && (
        <CoinWithdrawSheet
          coin={opened.coin}
          networksOf={(coin) => sendingNetworks(networks, coin)}
          onClose={onClose}
          onTransfer={(coin) => open({ sheet: 'transfer', coin })}
        />
      )}
      {opened?.sheet === 'withdrawal' && (
        <WithdrawSheet onClose={onClose} onTransfer={() => open({ sheet: 'transfer', coin: 'TOMAN' })} />
      )}
      {opened?.sheet === 'transfer' && <TransferSheet coin={opened.coin} onClose={onClose} />}
      {opened?.sheet === 'delivery' && <DeliverySheet onClose={onClose} />}
    </Suspense>
  )
}

/** The height of the card with a line in it, in both languages and at all widths, and of one that says that there is none yet. */
const WORTH_HEIGHT = { line: '37rem', empty: '25.5rem' }

/** The chart loads after the page, in the place that is kept for it: nothing below it moves. A user who has something has a line. */
function WorthOverTime({ wallets }: { wallets: readonly WalletEntry[] }) {
  const height = WORTH_HEIGHT[wallets.some(({ totalBalance }) => /[1-9]/.test(totalBalance)) ? 'line' : 'empty']
  return (
    <WhenNear height={height}>
      <WorthCard height={height} />
    </WhenNear>
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

/** A payment that nobody makes is ended within half an hour. An older one is doubtful, and only the history shows it. */
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
          <PrivateDecimal value={amount} {...billed('TOMAN')} />{' '}
          <TextLink
            to="/profile/wallet"
            search={{ deposit: amount }}
            display="inline-flex"
            alignItems="center"
            minHeight="tap"
          >
            {t('deposit.again')}
          </TextLink>
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
