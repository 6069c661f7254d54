import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { OnlySavedNotice } from '#client/entities/saved-address/only-saved-notice.tsx'
import { savedAddressesQuery } from '#client/entities/saved-address/saved-addresses.queries.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { useRefusedFields } from '#client/entities/withdrawal/coin-destination.tsx'
import { validateLeaving } from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import type { LimitsLeft } from '#client/entities/withdrawal/withdrawal-limits.logic.ts'
import { Held, LimitsText } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import { withdrawalTermsQuery } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { parseAmount, TOMAN } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { floorToPrecision } from '#domain/market.ts'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { leavingToUser, TRANSFER, TransferTerms } from './withdraw.queries.ts'
import { WithdrawCode } from './withdraw-code.tsx'
import { LeavingAmountField, type Sending } from './withdraw-fields.tsx'
import { isReviewed, WithdrawReceipt } from './withdraw-receipt.tsx'

interface TransferSheetProps {
  /** Absent: one that lost its answer is continued, and it knows its coin. */
  readonly coin: string | undefined
  readonly onClose: () => void
}

/** A transfer to another user: the form, the code that was sent for it, and its receipt. */
export default function TransferSheet({ coin: asked, onClose }: TransferSheetProps): ReactNode {
  const { t } = useTranslation('coinWithdrawal')
  const { coinOf, nameOf } = useCoins()
  const rules = useQuery(withdrawalTermsQuery())
  const wallets = useQuery(walletsQuery())
  const saved = useQuery(savedAddressesQuery())
  const withdrawal = useWithdrawal({ kind: TRANSFER, schema: TransferTerms, leaving: leavingToUser })
  const { intention, begun, sent } = withdrawal
  const { outcome } = intention
  const symbol = outcome?.relatedCoin ?? begun?.coin ?? asked ?? intention.terms?.coin ?? ''
  const coin = coinOf(symbol)
  const free = wallets.data && (wallets.data.find((entry) => entry.coin === symbol)?.credit ?? '0')
  const facts = coin && free !== undefined ? { coin, free } : undefined
  return (
    <Sheet
      open
      title={t(outcome && !isReviewed(outcome) ? 'transfer.done' : 'transfer.title', { name: nameOf(symbol) })}
      onClose={onClose}
      dismissible={!intention.sending}
    >
      {outcome ? (
        <WithdrawReceipt
          withdrawal={outcome}
          queued={t('transfer.arrived')}
          follow={isReviewed(outcome) ? undefined : t('transfer.history')}
          tab={symbol === 'TOMAN' ? 'withdrawals' : 'coinWithdrawals'}
          onClose={onClose}
        >
          <TransferFacts
            {...{ coin: symbol, amount: outcome.amount, mobile: outcome.destinationWalletAddress }}
            name={sent?.recipientName}
          />
        </WithdrawReceipt>
      ) : begun ? (
        <WithdrawCode withdrawal={withdrawal} yes={t('transfer.confirm')} back={t('transfer.back')}>
          <TransferFacts {...begun} name={sent?.recipientName} />
        </WithdrawCode>
      ) : (
        <QueryView query={rules} data={facts && !saved.isPending ? rules.data : undefined} rows={3}>
          {(terms) =>
            terms.heldUntilDateTime !== null ? (
              <Held until={terms.heldUntilDateTime} />
            ) : saved.data?.onlySaved ? (
              <OnlySavedNotice>{t('transfer.onlySaved')}</OnlySavedNotice>
            ) : (
              facts && (
                <TransferFields {...facts} limits={terms} sending={withdrawal.sending} first={withdrawal.first} />
              )
            )
          }
        </QueryView>
      )}
    </Sheet>
  )
}

interface TransferFieldsProps {
  readonly coin: CoinDetails
  /** The available balance, as decimal text. */
  readonly free: string
  readonly limits: LimitsLeft
  readonly sending: Sending<TransferTerms>
  readonly first: TransferTerms | undefined
}

function TransferFields({ coin, free, limits, sending, first }: TransferFieldsProps) {
  const { t } = useTranslation('coinWithdrawal')
  const { t: ofWallet } = useTranslation('wallet')
  const { unitOf } = useCoins()
  const [form, setForm] = useState({ mobile: first?.mobile ?? '', amount: first?.amount ?? '' })
  const [attempted, setAttempted] = useState(false)
  const balance = decodeAmount(free, coin)
  const wrong = validateLeaving(parseAmount(form.amount, coin), { free: balance, min: 0n, max: balance })
  const isNumber = parseMobileNumber(form.mobile) !== undefined
  const refused = useRefusedFields(sending.error)
  const change = (next: Partial<typeof form>) => {
    setForm({ ...form, ...next })
    sending.reset()
  }
  const submit = () => {
    setAttempted(true)
    if (isNumber && wrong === undefined && !sending.isPending) sending.mutate({ coin: coin.symbol, ...form })
  }
  const isAmountShown = attempted || form.amount !== ''
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t('transfer.to')}
        hint={t('transfer.hint')}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        ltr
        value={form.mobile}
        problem={refused.address ?? (attempted && !isNumber ? t('transfer.mobileInvalid') : undefined)}
        disabled={sending.isPending}
        onChange={(mobile) => change({ mobile: toAsciiDigits(mobile) })}
      />
      <LeavingAmountField
        label={t('amount')}
        decimals={coin.precision}
        unit={unitOf(coin.symbol)}
        problem={refused.amount ?? (isAmountShown && wrong ? t(`problem.${wrong}`) : undefined)}
        freeLabel={t('free')}
        free={<BalanceText coin={coin.symbol} value={free} />}
        limits={<LimitsText limits={limits} isOfCoin={coin.symbol !== TOMAN} />}
        most={balance > 0n ? formatDecimal(floorToPrecision(balance, coin), coin.decimals) : ''}
        value={form.amount}
        disabled={sending.isPending}
        onChange={(amount) => change({ amount })}
      />
      <FactList facts={[{ label: t('transfer.fee'), value: ofWallet('withdraw.free') }]} />
      {refused.other && <RefusalNotice error={refused.other} />}
      <ServerButton type="submit" size="lg" full loading={sending.isPending}>
        {ofWallet('withdraw.next')}
      </ServerButton>
    </Form>
  )
}

interface TransferFactsProps extends TransferTerms {
  /** First name and initial, by which a sender notices a wrong number. */
  readonly name?: string | undefined
}

function TransferFacts({ coin, amount, mobile, name }: TransferFactsProps) {
  const { t } = useTranslation('coinWithdrawal')
  const { t: ofWallet } = useTranslation('wallet')
  const { billed } = useCoins()
  const language = useLanguage()
  return (
    <FactList
      facts={[
        { label: t('facts.amount'), value: <DecimalText value={amount} {...billed(coin)} />, strong: true },
        { label: t('transfer.fee'), value: ofWallet('withdraw.free') },
        { label: t('transfer.to'), value: <bdi dir="ltr">{showDigits(mobile, language)}</bdi> },
        ...(name === undefined ? [] : [{ label: t('transfer.name'), value: <bdi>{name}</bdi>, strong: true }]),
      ]}
    />
  )
}
