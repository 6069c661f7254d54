import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceDonut } from '#client/entities/wallet/balance-donut.tsx'
import { worthByCoin } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { hasPending } from '#client/lib/pending-intentions.ts'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { CoinList } from './coin-list.tsx'
import { DEPOSIT } from './deposit.queries.ts'
import { DepositSheet } from './deposit-sheet.tsx'
import { PendingDeposits } from './pending-deposits.tsx'
import { TomanSummary } from './toman-summary.tsx'

interface WalletPageProps {
  /** Set if the URL opens the deposit sheet, perhaps with an amount. */
  readonly deposit?: true | string | undefined
  readonly onDepositClosed?: () => void
}

/** The user's balances and their worth, with a button to deposit Toman. */
export function WalletPage({ deposit, onDepositClosed }: WalletPageProps) {
  const { t } = useTranslation('wallet')
  const session = useSession()
  const query = useQuery(walletsQuery())
  const wallets = query.data
  // A payment that lost its answer before a reload is resumed.
  const [depositing, setDepositing] = useState(() => hasPending(DEPOSIT))
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
      {!wallets && <QueryPlaceholder query={query} rows={6} height="4.25rem" />}
      {wallets && showsBalances && (
        <chakra.div
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 25rem' }}
        >
          <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" order={{ xl: '2' }}>
            <TomanSummary wallets={wallets} onDeposit={mayDeposit ? () => setDepositing(true) : undefined} />
            <Spread wallets={wallets} />
          </chakra.div>
          <Section title={t('coins.title')}>
            <CoinList wallets={wallets} />
          </Section>
        </chakra.div>
      )}
      {showsBalances && mayDeposit && (depositing || deposit !== undefined) && (
        <DepositSheet
          amount={deposit === true ? undefined : deposit}
          inAddress={deposit !== undefined}
          onClose={close}
        />
      )}
    </chakra.div>
  )
}

function Spread({ wallets }: { wallets: readonly WalletEntry[] }) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const worths = worthByCoin(wallets)
  if (worths.length === 0) return null
  return (
    <Section title={t('spread.title')}>
      <BalanceDonut
        wallets={wallets}
        label={t('spread.label', { parts: worths.map(({ coin }) => nameOf(coin)).join('، ') })}
      />
    </Section>
  )
}
