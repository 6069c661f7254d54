import { chakra } from '@chakra-ui/react'
import { Eye, EyeOff, Landmark, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BalanceText, hideBalances, PrivateDecimal, useBalancesHidden } from '#client/entities/wallet/balance-text.tsx'
import { totalWorth, useWorth } from '#client/entities/wallet/wallet-worth.ts'
import { type WalletEntry, walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { Card } from '#client/ui/card.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { DOUBLE_LETTERS } from '#client/ui/media.ts'
import { QueryAge } from '#client/ui/query-age.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { WithdrawalsClosed } from './withdrawals-closed.tsx'

type TomanSummaryProps = {
  wallets: readonly WalletEntry[]
  /** Absent until the user is verified. */
  onDeposit: (() => void) | undefined
  onWithdraw: () => void
}

/** The total worth and the balance in Toman, with buttons to deposit and to withdraw. */
export function TomanSummary({ wallets, onDeposit, onWithdraw }: TomanSummaryProps) {
  const { t } = useTranslation('wallet')
  const { worthOf, look } = useWorth()
  const toman = wallets.find(({ coin }) => coin === 'TOMAN')
  const figures = [
    { name: t('toman.free'), value: toman?.credit },
    { name: t('toman.blocked'), value: toman?.blockedCredit },
  ]
  return (
    <Card>
      <chakra.div
        display="flex"
        css={{ [DOUBLE_LETTERS]: { flexWrap: 'wrap' } }}
        justifyContent="space-between"
        alignItems="flex-start"
      >
        <div>
          {/* The age is as high as the line that it joins, so that nothing below moves. */}
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="2"
            minHeight="1.375rem"
            fontSize="sm"
          >
            <chakra.span color="fg.muted">{t('worth')}</chakra.span>
            <QueryAge of="balance" queryKey={walletsQuery().queryKey} />
          </chakra.div>
          <chakra.p
            fontSize={{ base: 'clamp(min(1.25rem, 6.5vw), 6.5vw, 1.5rem)', md: '3xl' }}
            fontWeight="black"
            lineHeight="snug"
          >
            <PrivateDecimal value={worthOf(totalWorth(wallets))} {...look} />
          </chakra.p>
        </div>
        <BalancesEye />
      </chakra.div>
      <chakra.dl
        display="flex"
        flexWrap="wrap"
        gap="3"
        marginBlock="4"
        paddingBlock="4"
        borderTopWidth="1px"
        borderColor="line"
      >
        {figures.map(({ name, value }) => (
          // A minimum width for the figure: if both do not fit, the second wraps below the first.
          <chakra.div key={name} flex="1 1 8.5rem">
            <chakra.dt fontSize="xs" color="fg.muted">
              {name}
            </chakra.dt>
            <chakra.dd fontWeight="bold">
              <BalanceText coin="TOMAN" value={value} />
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Ways onDeposit={onDeposit} onWithdraw={onWithdraw} />
      <chakra.div paddingTop="3" _empty={{ display: 'none' }}>
        <WithdrawalsClosed />
      </chakra.div>
    </Card>
  )
}

/** The ways of Toman in and out; before the verification, the way to it. */
function Ways({ onDeposit, onWithdraw }: Pick<TomanSummaryProps, 'onDeposit' | 'onWithdraw'>) {
  const { t } = useTranslation('wallet')
  if (!onDeposit)
    return (
      <ButtonLink to="/profile/account" full size="lg">
        {t('toman.verify')}
      </ButtonLink>
    )
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr))"
      gap="3"
      // "Deposit Toman" with its sign fits into one line of half a phone.
      css={{ '& button': { paddingInline: '1.5', fontSize: 'sm' } }}
    >
      <ServerButton brief full size="lg" icon={<Plus size={18} aria-hidden="true" />} onClick={onDeposit}>
        {t('toman.deposit')}
      </ServerButton>
      <ServerButton
        brief
        full
        size="lg"
        variant="quiet"
        icon={<Landmark size={18} aria-hidden="true" />}
        onClick={onWithdraw}
      >
        {t('toman.withdraw')}
      </ServerButton>
    </chakra.div>
  )
}

/** Hides the user's own amounts on every page, or shows them again. */
function BalancesEye() {
  const { t } = useTranslation('wallet')
  const hidden = useBalancesHidden()
  const Icon = hidden ? EyeOff : Eye
  return (
    <IconButton
      label={hidden ? t('show') : t('hide')}
      icon={<Icon size={20} aria-hidden="true" />}
      pressed={hidden}
      onClick={() => hideBalances(!hidden)}
    />
  )
}
