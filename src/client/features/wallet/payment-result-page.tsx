import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock3 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink, TextLink } from '#client/ui/link.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showCard, showDigits } from '#client/ui/show-digits.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type Deposit, getDeposits } from '#contract/deposits.ts'
import { getWallets } from '#contract/wallets.ts'
import { settlementQuery, typedDeposit } from './deposit.queries.ts'

const LOOK = {
  paid: { icon: CircleCheck, colour: 'buy' },
  unpaid: { icon: CircleX, colour: 'sell' },
  cancelled: { icon: CircleX, colour: 'fg.muted' },
  abandoned: { icon: CircleAlert, colour: 'fg.muted' },
  returning: { icon: Clock3, colour: 'gold' },
  returned: { icon: CircleAlert, colour: 'fg.muted' },
  pending: { icon: Clock3, colour: 'gold' },
  unanswered: { icon: CircleAlert, colour: 'gold' },
  missing: { icon: CircleAlert, colour: 'fg.muted' },
}

type Result = keyof typeof LOOK
const RESULTS = { CONFIRMED: 'paid', UNCONFIRMED: 'unpaid', RAISED_BY_USER: 'pending' } as const
const UNPAID = { CANCELLED: 'cancelled', ABANDONED: 'abandoned' } as const
const PAY_BACKS = { PENDING: 'returning', DONE: 'returned' } as const

/** The page that the gateway returns to. It asks the server for the result and trusts nothing in the URL. */
export function PaymentResultPage({ authority }: { authority: string | undefined }) {
  const client = useQueryClient()
  const settlement = useQuery({ ...settlementQuery(authority ?? ''), enabled: authority !== undefined })
  const { data: deposit, error, isFetching, isPaused, refetch } = settlement
  const isPaid = deposit?.transactionStatus === 'CONFIRMED'
  useEffect(() => {
    if (!isPaid) return
    typedDeposit.drop()
    void client.invalidateQueries({ queryKey: [getWallets.path] })
    void client.invalidateQueries({ queryKey: [getDeposits.path] })
  }, [isPaid, client])
  if (authority === undefined || isRefusal(error, 'DEPOSIT_NOT_FOUND') || isRefusal(error, 'BAD_REQUEST'))
    return <ResultCard result="missing" actions={<HistoryLink />} />
  if (deposit) {
    const result = resultOf(deposit)
    const retry = result === 'pending' && (
      <RetryButton busy={isFetching} onRetry={() => void refetch()} again={<AgainLink deposit={deposit} />} />
    )
    return (
      <ResultCard
        result={result}
        reason={result === 'pending' && <Closing until={deposit.payableUntilDateTime} />}
        actions={retry || <NextLinks deposit={deposit} />}
      >
        <DepositFacts deposit={deposit} />
        {result !== 'paid' && <HelpLink id={deposit.id} />}
      </ResultCard>
    )
  }
  if (error || isPaused)
    return (
      <ResultCard
        result="unanswered"
        reason={
          error instanceof ApiRefusal && error.code !== 'UNREACHABLE' && !error.isUnreadable ? error.message : undefined
        }
        actions={<RetryButton busy={isFetching} onRetry={() => void refetch()} />}
      />
    )
  return <Checking />
}

function resultOf({ payBack, unpaid, transactionStatus }: DepositProps['deposit']): Result {
  if (payBack) return PAY_BACKS[payBack]
  return unpaid ? UNPAID[unpaid] : RESULTS[transactionStatus]
}

/** Says until when a payment that is not known to be made can be. */
function Closing({ until }: { until: string | undefined }) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  if (until === undefined || Date.parse(until) <= Date.now()) return null
  return <>{t('payment.closes', { time: showDate(new Date(until), language, 'time') })}</>
}

type ResultCardProps = { result: Result; reason?: ReactNode; actions: ReactNode; children?: ReactNode }

function ResultCard({ result, reason, actions, children }: ResultCardProps) {
  const { t } = useTranslation('wallet')
  const { icon: Icon, colour } = LOOK[result]
  return (
    <Card maxWidth="28rem" marginInline="auto" data-testid={`payment-${result}`}>
      <chakra.div role="status" display="grid" justifyItems="center" textAlign="center" gap="2" paddingBottom="4">
        <chakra.span color={colour}>
          <Icon size={60} strokeWidth={1.4} aria-hidden="true" />
        </chakra.span>
        <chakra.h1 fontSize="xl" fontWeight="black">
          {t(`payment.${result}.title`)}
        </chakra.h1>
        <chakra.p fontSize="sm" color="fg.muted">
          {t(`payment.${result}.text`)}
        </chakra.p>
        {reason && <chakra.p fontSize="sm">{reason}</chakra.p>}
      </chakra.div>
      {children}
      <chakra.div display="grid" gap="2.5" paddingTop="4">
        {actions}
      </chakra.div>
    </Card>
  )
}

function Checking() {
  const { t } = useTranslation('wallet')
  return (
    <Card maxWidth="28rem" marginInline="auto">
      <chakra.div role="status" display="grid" gap="4" justifyItems="center" paddingBlock="6">
        <Skeleton width="3.75rem" height="3.75rem" borderRadius="full" />
        <p>{t('payment.checking')}</p>
      </chakra.div>
    </Card>
  )
}

function RetryButton({ busy, onRetry, again }: { busy: boolean; onRetry: () => void; again?: ReactNode }) {
  const { t } = useTranslation('wallet')
  return (
    <>
      <Button full loading={busy} onClick={onRetry}>
        {t('payment.retry')}
      </Button>
      {again}
      <HistoryLink />
    </>
  )
}

type DepositProps = { deposit: z.output<typeof Deposit> }

/** After a successful payment links to the wallet and to quick trade; after a failed one, to a new payment of the same amount. */
function NextLinks({ deposit }: DepositProps) {
  const { t } = useTranslation('wallet')
  const paid = deposit.transactionStatus === 'CONFIRMED'
  return (
    <>
      {!paid && <AgainLink deposit={deposit} variant="primary" />}
      <ButtonLink to="/profile/wallet" variant={paid ? 'primary' : 'quiet'} full>
        {t('payment.wallet')}
      </ButtonLink>
      {paid && (
        // In the unit that has the money now; the default unit of the language may be another.
        <ButtonLink to="/profile/otc" search={{ coin: 'GOLD', side: 'BUY', unit: 'TOMAN' }} variant="quiet" full>
          {t('payment.trade')}
        </ButtonLink>
      )}
    </>
  )
}

/** Begins another payment of the same amount. */
function AgainLink({ deposit: { amount }, variant = 'quiet' }: DepositProps & { variant?: 'primary' | 'quiet' }) {
  const { t } = useTranslation('wallet')
  return (
    <ButtonLink to="/profile/wallet" search={{ deposit: amount }} variant={variant} full>
      {t('deposit.again')}
    </ButtonLink>
  )
}

function HelpLink({ id }: { id: string }) {
  const { t } = useTranslation('wallet')
  return (
    <TextLink
      to="/profile/support"
      search={{ open: `DEPOSIT-${id}` }}
      display="inline-flex"
      alignItems="center"
      minHeight="tap"
      fontSize="sm"
    >
      {t('payment.help')}
    </TextLink>
  )
}

function HistoryLink() {
  const { t } = useTranslation('wallet')
  return (
    <ButtonLink to="/profile/history" search={{ tab: 'deposits' }} variant="quiet" full>
      {t('payment.history')}
    </ButtonLink>
  )
}

/** A payment's amount, reference, card and time. */
function DepositFacts({ deposit }: DepositProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { amount, relatedCoin, link, bankAccount, paymentGateway, payBack, createdAtDateTime } = deposit
  return (
    <FactList
      facts={[
        {
          label: t('payment.amount'),
          value: <DecimalText value={amount} unit={unitOf(relatedCoin)} />,
          strong: true,
        },
        ...(link === null
          ? []
          : [{ label: t('payment.reference'), value: <bdi dir="ltr">{showDigits(link, language)}</bdi> }]),
        ...(bankAccount === null
          ? []
          : [
              {
                label: t(payBack ? 'payment.chosenCard' : 'payment.card'),
                value: <bdi dir="ltr">{showCard(bankAccount, language)}</bdi>,
              },
            ]),
        { label: t('payment.gateway'), value: t(`payment.gateways.${paymentGateway}`) },
        { label: t('payment.at'), value: <DateText at={createdAtDateTime} /> },
      ]}
    />
  )
}
