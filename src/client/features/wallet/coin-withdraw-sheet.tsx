import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { AddressText } from '#client/entities/withdrawal/address-text.tsx'
import { useTagFact } from '#client/entities/withdrawal/coin-destination.tsx'
import type { CoinNetwork } from '#client/entities/withdrawal/coin-networks.queries.ts'
import type { SentCode } from '#client/entities/withdrawal/withdrawal-code.tsx'
import { Held } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import { withdrawalTermsQuery } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { USER_TRANSFER } from '#domain/user-transfer.ts'
import { CoinWithdrawFields } from './coin-withdraw-fields.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { COIN_WITHDRAWAL, CoinWithdrawalTerms, leavingCoins, type Withdrawn } from './withdraw.queries.ts'
import { WithdrawCode } from './withdraw-code.tsx'
import { ToUser } from './withdraw-fields.tsx'
import { isReviewed, WithdrawReceipt } from './withdraw-receipt.tsx'

interface CoinWithdrawSheetProps {
  /** Absent: one that lost its answer is continued, and it knows its coin. */
  readonly coin: string | undefined
  /** Those over which the coin can leave now. */
  readonly networksOf: (coin: string) => readonly CoinNetwork[]
  readonly onClose: () => void
  /** Chooses another user as the destination. */
  readonly onTransfer: (coin: string) => void
}

/** A withdrawal of a coin: the form, the code that was sent for it, and its receipt. */
export default function CoinWithdrawSheet({
  coin: asked,
  networksOf,
  onClose,
  onTransfer,
}: CoinWithdrawSheetProps): ReactNode {
  const { t } = useTranslation('coinWithdrawal')
  const { t: ofWallet } = useTranslation('wallet')
  const { coinOf, nameOf } = useCoins()
  const rules = useQuery(withdrawalTermsQuery())
  const wallets = useQuery(walletsQuery())
  const withdrawal = useWithdrawal({ kind: COIN_WITHDRAWAL, schema: CoinWithdrawalTerms, leaving: leavingCoins })
  const { intention, begun, sent } = withdrawal
  const { outcome } = intention
  const symbol = outcome?.relatedCoin ?? begun?.coin ?? asked ?? intention.terms?.coin ?? ''
  const coin = coinOf(symbol)
  const free = wallets.data && (wallets.data.find((entry) => entry.coin === symbol)?.credit ?? '0')
  const facts = coin && free !== undefined ? { coin, free } : undefined
  const name = nameOf(symbol)
  const hasArrived = outcome?.tokenType === USER_TRANSFER && !isReviewed(outcome)
  return (
    <Sheet
      open
      title={!outcome ? t('title', { name }) : hasArrived ? t('transfer.done') : ofWallet('withdraw.done')}
      onClose={onClose}
      dismissible={!intention.sending}
    >
      {outcome ? (
        <WithdrawReceipt
          withdrawal={outcome}
          queued={t(hasArrived ? 'transfer.arrived' : 'queued')}
          follow={hasArrived ? t('transfer.history') : undefined}
          tab="coinWithdrawals"
          onClose={onClose}
        >
          <CoinWithdrawFacts terms={termsOf(outcome)} />
        </WithdrawReceipt>
      ) : begun ? (
        <WithdrawCode withdrawal={withdrawal} yes={ofWallet('withdraw.confirm')} back={t('back')}>
          <CoinWithdrawFacts terms={askedOf(begun, sent)} />
          {sent?.isInside ? <Notice tone="info">{t('inside')}</Notice> : <Notice tone="warning">{t('risk')}</Notice>}
        </WithdrawCode>
      ) : (
        <QueryView query={rules} data={facts && rules.data} rows={4}>
          {(terms) =>
            terms.heldUntilDateTime !== null ? (
              <Held until={terms.heldUntilDateTime} />
            ) : (
              facts && (
                <chakra.div display="grid" gap="3">
                  <CoinWithdrawFields
                    {...facts}
                    limits={terms}
                    networks={networksOf(symbol)}
                    sending={withdrawal.sending}
                    first={withdrawal.first}
                  />
                  <ToUser onPress={() => onTransfer(symbol)} />
                </chakra.div>
              )
            )
          }
        </QueryView>
      )}
    </Sheet>
  )
}

/** The withdrawal with its address as the server writes it. The whole of what goes to another user of ours arrives. */
function askedOf(terms: CoinWithdrawalTerms, sent: SentCode | undefined): CoinWithdrawalTerms {
  const { address = terms.address, isInside } = sent ?? {}
  return { ...terms, address, ...(isInside && { network: USER_TRANSFER, fee: '0', arrives: terms.amount }) }
}

/** The withdrawal as the server has it: what was asked for, and what it costs. */
const termsOf = (made: Withdrawn): CoinWithdrawalTerms => ({
  coin: made.relatedCoin,
  network: made.tokenType ?? '',
  address: made.destinationWalletAddress,
  ...(made.tag !== null && { tag: made.tag }),
  amount: made.amount,
  fee: made.networkFee,
  arrives: made.sentAmount,
})

/** Everything about a withdrawal that its user pays and gets, with the whole address. */
function CoinWithdrawFacts({ terms }: { terms: CoinWithdrawalTerms }) {
  const { t } = useTranslation('coinWithdrawal')
  const { billed } = useCoins()
  const { coin, network, address, tag, amount, fee, arrives } = terms
  const tagFact = useTagFact()
  const figure = (text: string) => <DecimalText value={text} {...billed(coin)} />
  return (
    <FactList
      facts={[
        { label: t('facts.amount'), value: figure(amount) },
        { label: t('facts.fee'), value: figure(fee) },
        { label: t('facts.arrives'), value: figure(arrives), strong: true },
        {
          label: t('network.label'),
          value: network === USER_TRANSFER ? t('insideNetwork') : <bdi dir="ltr">{network}</bdi>,
        },
        { label: t('address.label'), value: <AddressText address={address} /> },
        ...tagFact(network, tag),
      ]}
    />
  )
}
