import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { AddressText } from '#client/entities/withdrawal/address-text.tsx'
import {
  CoinDestinationFields,
  usePlaceProblems,
  useRefusedFields,
  useTagFact,
} from '#client/entities/withdrawal/coin-destination.tsx'
import { type CoinNetwork, chosenNetwork } from '#client/entities/withdrawal/coin-networks.queries.ts'
import {
  type AddressProblem,
  boundsOf,
  type CoinDestination,
  FIELD_OF_REFUSAL,
} from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import { Held, LimitsText } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import { withdrawalTermsQuery } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { ConfirmSheet } from '#client/ui/confirm-sheet.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { ProofStep, useProofStep } from './outside-proof.tsx'
import { PriceLock, SendingVeil } from './price-lock.tsx'
import type { OutsideTerms, QuickTradeTerms } from './quick-trade.commands.ts'
import { TradeFacts } from './trade-facts.tsx'
import type { LockedQuote } from './use-locked-quote.ts'

interface OutsideDealProps {
  readonly quote: LockedQuote
  readonly terms: QuickTradeTerms
  readonly outside: OutsideTerms
  readonly onEnd: (how: { done: boolean; refusal?: Error }) => void
}

const isOfForm = (error: Error) => error instanceof ApiRefusal && FIELD_OF_REFUSAL[error.code] !== undefined

/** The confirmation of a purchase that leaves: everything that is paid, the whole address, and the code of the withdrawal. */
export default function OutsideDeal({ quote, terms, outside, onEnd }: OutsideDealProps): ReactNode {
  const { t } = useTranslation('deal')
  const { t: ofUi } = useTranslation('ui')
  const { t: ofCode } = useTranslation('wallet')
  const { intention, resumes, state, reason, settling, priceBefore } = quote
  const { refusal, outcomeUnknown, inquiry, sending } = intention
  const close = (error?: Error) => {
    intention.dismiss()
    onEnd({ done: false, ...(error && { refusal: error }) })
  }
  const step = useProofStep({
    leaving: leavingOf(terms, outside),
    refusal,
    outcomeUnknown,
    onRefused: (error) => isOfForm(error) && close(error),
  })
  const { typed, proof, isProving } = step
  const isFailed = state === 'failed' && !outcomeUnknown
  const isPriced = resumes || (state === 'locked' && !settling)
  const press = () => {
    if (isFailed) return quote.renew()
    if (outcomeUnknown) return intention.accept()
    if (proof) return quote.acceptWith(proof)
    if (!isProving) typed.clock.sendAgain()
  }
  const yes = isFailed
    ? t('lock.again')
    : outcomeUnknown
      ? t('confirm.again')
      : isProving
        ? t(`confirm.yes.${terms.side}`)
        : typed.sent
          ? ofUi('code.again')
          : ofCode('withdraw.next')
  const isAsking = typed.clock.sending.isPending || (outcomeUnknown && inquiry === 'asking')
  return (
    <ConfirmSheet
      open
      title={t(`confirm.title.${terms.side}`)}
      yes={yes}
      no={outcomeUnknown ? ofUi('unknown.leave') : t('confirm.no')}
      variant="buy"
      dismissible={!sending}
      busy={sending || isAsking || (isProving && !isPriced && !isFailed)}
      disabled={!isFailed && !outcomeUnknown && (reason !== undefined || (isProving && !proof))}
      onYes={press}
      onNo={() => close()}
    >
      <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        {!sending && !outcomeUnknown && !resumes && <PriceLock quote={quote} />}
        <OutsideTradeFacts terms={terms} outside={outside} priceBefore={priceBefore} />
        {outcomeUnknown ? (
          <UnknownOutcome
            inquiry={inquiry}
            action={<TextLink to="/profile/history">{t('unknown.history')}</TextLink>}
          />
        ) : (
          <ProofStep step={step} busy={sending} />
        )}
      </chakra.div>
      {sending && <SendingVeil />}
    </ConfirmSheet>
  )
}

/** The withdrawal that the code works for: all that is bought, from which our wage and the network's fee are taken. */
const leavingOf = ({ coin, amount }: QuickTradeTerms, { network, address, tag }: OutsideTerms) => ({
  ...{ amount, destinationWalletAddress: address, relatedCoin: coin, tokenType: network },
  ...(tag !== undefined && { tag }),
  isBought: true,
})

type OutsideTradeFactsProps = Pick<OutsideDealProps, 'terms' | 'outside'> & { priceBefore: string | undefined }

function OutsideTradeFacts({ terms, outside, priceBefore }: OutsideTradeFactsProps) {
  return <TradeFacts terms={terms} priceBefore={priceBefore} more={useOutsideFacts(terms.coin, outside)} />
}

function useOutsideFacts(coin: string, { network, address, tag, fee, arrives }: OutsideTerms): readonly Fact[] {
  const { t } = useTranslation('coinWithdrawal')
  const { billed } = useCoins()
  const tagFact = useTagFact()
  return [
    { label: t('facts.fee'), value: <DecimalText value={fee} {...billed(coin)} /> },
    { label: t('facts.arrives'), value: <DecimalText value={arrives} {...billed(coin)} />, strong: true },
    { label: t('network.label'), value: <bdi dir="ltr">{network}</bdi> },
    { label: t('address.label'), value: <AddressText address={address} /> },
    ...tagFact(network, tag),
  ]
}

/** The part of the receipt about what leaves. */
export function OutsideReceipt({
  coin,
  outside,
  onLeave,
}: {
  coin: string
  outside: OutsideTerms
  onLeave: () => void
}) {
  const { t } = useTranslation('coinWithdrawal')
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <FactList facts={useOutsideFacts(coin, outside)} />
      <Notice
        tone="info"
        action={
          <TextLink to="/profile/history" search={{ tab: 'coinWithdrawals' }} onClick={onLeave}>
            {t('outside.follow')}
          </TextLink>
        }
      >
        {t('outside.sent')}
      </Notice>
    </chakra.div>
  )
}

export interface OutsideProblems {
  readonly network?: 'networkRequired' | 'belowMin' | 'aboveMax'
  readonly address?: AddressProblem
  readonly tag?: 'tagRequired' | 'tagInvalid'
}

interface OutsideFieldsProps {
  readonly coin: CoinDetails
  readonly networks: readonly CoinNetwork[]
  readonly value: CoinDestination
  readonly problems: OutsideProblems
  readonly attempted: boolean
  readonly refusal: Error | undefined
  readonly arrives: string | undefined
  readonly onChange: (value: CoinDestination) => void
}

/** The destination of a purchase with what the network takes, and what arrives there. */
export function OutsideFields(props: OutsideFieldsProps) {
  const { coin, networks, value, problems, attempted, arrives, onChange } = props
  const { t } = useTranslation('coinWithdrawal')
  const { billed, unitOf } = useCoins()
  const language = useLanguage()
  const refused = useRefusedFields(props.refusal)
  const limits = useQuery(withdrawalTermsQuery()).data
  const placeProblems = usePlaceProblems()
  const network = chosenNetwork(networks, value.network)
  const bound = (of: 'min' | 'max') =>
    network &&
    amountInSentence(formatDecimal(boundsOf(network, coin)[of], coin.decimals), language, {
      unit: unitOf(coin.symbol),
      fractionMax: coin.decimals,
    })
  const problemOf = {
    networkRequired: attempted ? t('problem.networkRequired') : undefined,
    belowMin: t('outside.belowMin', { min: bound('min') }),
    aboveMax: t('outside.aboveMax', { max: bound('max') }),
  }
  return (
    <chakra.div display="grid" gap="3.5" gridTemplateColumns="minmax(0, 1fr)">
      <CoinDestinationFields
        coin={coin.symbol}
        networks={networks}
        value={value}
        problems={{
          network: refused.network ?? refused.amount ?? (problems.network && problemOf[problems.network]),
          ...placeProblems({ refused, attempted, problems }),
        }}
        onChange={onChange}
      />
      {limits &&
        (limits.heldUntilDateTime ? (
          <Held until={limits.heldUntilDateTime} />
        ) : (
          <LimitsText limits={limits} isOfCoin />
        ))}
      {network && (
        <FactList
          dense
          facts={[
            { label: t('facts.fee'), value: <DecimalText value={network.withdrawalFee} {...billed(coin.symbol)} /> },
            {
              label: t('facts.arrives'),
              value: <DecimalText value={problems.network ? undefined : arrives} {...billed(coin.symbol)} />,
              strong: true,
            },
          ]}
        />
      )}
    </chakra.div>
  )
}
