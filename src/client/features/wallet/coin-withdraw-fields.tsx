import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import {
  CoinDestinationFields,
  usePlaceProblems,
  useRefusedFields,
} from '#client/entities/withdrawal/coin-destination.tsx'
import { type CoinNetwork, chosenNetwork } from '#client/entities/withdrawal/coin-networks.queries.ts'
import {
  arrivingOf,
  boundsOf,
  type CoinWithdrawForm,
  mostOf,
  tagOf,
  validateCoinWithdrawal,
} from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import type { LimitsLeft } from '#client/entities/withdrawal/withdrawal-limits.logic.ts'
import { LimitsText } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { parseAmount } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { CoinWithdrawalTerms } from './withdraw.queries.ts'
import { LeavingAmountField, type Sending } from './withdraw-fields.tsx'

interface CoinWithdrawFieldsProps {
  readonly coin: CoinDetails
  /** The available balance, as decimal text. */
  readonly free: string
  readonly limits: LimitsLeft
  /** Those over which the coin can leave now. */
  readonly networks: readonly CoinNetwork[]
  readonly sending: Sending<CoinWithdrawalTerms>
  readonly first: CoinWithdrawalTerms | undefined
}

/** Network, address and amount, with what the network takes and what arrives. */
export function CoinWithdrawFields({ coin, free, limits, networks, sending, first }: CoinWithdrawFieldsProps) {
  const { t } = useTranslation('coinWithdrawal')
  const { t: ofWallet } = useTranslation('wallet')
  const { billed, unitOf } = useCoins()
  const [form, setForm] = useState<CoinWithdrawForm>(() => formOf(first))
  const [attempted, setAttempted] = useState(false)
  const network = chosenNetwork(networks, form.network)
  const facts = { coin, free: decodeAmount(free, coin), network }
  const problems = validateCoinWithdrawal(form, facts)
  const bounds = useBounds(coin, network)
  const refused = useRefusedFields(sending.error)
  const placeProblems = usePlaceProblems()
  const arrives = arrivingOf(parseAmount(form.amount, coin), network, coin)
  const change = (next: Partial<CoinWithdrawForm>) => {
    setForm({ ...form, ...next })
    sending.reset()
  }
  const submit = () => {
    setAttempted(true)
    if (!network || arrives === undefined || Object.keys(problems).length > 0 || sending.isPending) return
    const { tokenType, withdrawalFee: fee } = network
    sending.mutate({ coin: coin.symbol, ...placeOf(form, tokenType), amount: form.amount, fee, arrives })
  }
  const isAmountShown = attempted || form.amount !== ''
  return (
    <Form onSubmit={submit}>
      <CoinDestinationFields
        coin={coin.symbol}
        networks={networks}
        value={form}
        problems={{
          network: refused.network ?? (attempted && problems.network ? t('problem.networkRequired') : undefined),
          ...placeProblems({ refused, attempted, problems }),
        }}
        disabled={sending.isPending}
        onChange={change}
      />
      <LeavingAmountField
        label={t('amount')}
        decimals={coin.precision}
        unit={unitOf(coin.symbol)}
        aside={network && t('range', bounds)}
        problem={
          refused.amount ?? (isAmountShown && problems.amount ? t(`problem.${problems.amount}`, bounds) : undefined)
        }
        freeLabel={t('free')}
        free={<BalanceText coin={coin.symbol} value={free} />}
        limits={<LimitsText limits={limits} isOfCoin />}
        most={mostOf(facts)}
        value={form.amount}
        disabled={sending.isPending}
        onChange={(amount) => change({ amount })}
      />
      <FactList
        facts={[
          { label: t('facts.fee'), value: <DecimalText value={network?.withdrawalFee} {...billed(coin.symbol)} /> },
          {
            label: t('facts.arrives'),
            value: <DecimalText value={problems.amount ? undefined : arrives} {...billed(coin.symbol)} />,
            strong: true,
          },
        ]}
      />
      {refused.other && <RefusalNotice error={refused.other} />}
      <ServerButton type="submit" size="lg" full loading={sending.isPending}>
        {ofWallet('withdraw.next')}
      </ServerButton>
    </Form>
  )
}

const placeOf = (form: CoinWithdrawForm, network: string) => ({
  network,
  address: form.address,
  ...tagOf(form, network),
})

/** A withdrawal that is changed begins with all that was sent of it. */
const formOf = (first: CoinWithdrawalTerms | undefined): CoinWithdrawForm =>
  first ? { ...first, untagged: first.tag === undefined } : { network: '', address: '', amount: '' }

/** The bounds of what leaves, for sentences; empty before a network is chosen. */
function useBounds(coin: CoinDetails, network: CoinNetwork | undefined) {
  const language = useLanguage()
  const { unitOf } = useCoins()
  if (!network) return { min: '', max: '' }
  const { min, max } = boundsOf(network, coin)
  const show = (bound: bigint) =>
    amountInSentence(formatDecimal(bound, coin.decimals), language, {
      unit: unitOf(coin.symbol),
      fractionMax: coin.decimals,
    })
  return { min: show(min), max: show(max) }
}
