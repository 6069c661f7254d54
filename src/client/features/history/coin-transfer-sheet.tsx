import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { AddressText } from '#client/entities/withdrawal/address-text.tsx'
import { useTagFact } from '#client/entities/withdrawal/coin-destination.tsx'
import { buttonRecipe } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import type { Deposit, Withdrawal } from './history.queries.ts'
import { NetworkName } from './transfer-columns.tsx'

interface CoinTransferSheetProps {
  readonly title: string
  readonly transfer: Deposit | Withdrawal
  /** The transfer once more if it is a withdrawal, which has an address and a fee. */
  readonly outgoing?: Withdrawal
  readonly state: ReactNode
  readonly onClose: () => void
}

/** One deposit or withdrawal of a coin with all that its user can look up elsewhere. */
export function CoinTransferSheet({ title, transfer, outgoing, state, onClose }: CoinTransferSheetProps) {
  const { t } = useTranslation('history')
  const { coinOf, billed } = useCoins()
  const tagFact = useTagFact()
  const { relatedCoin: coin, link, explorerLink } = transfer
  const figure = (text: string) => (coinOf(coin) ? <DecimalText value={text} {...billed(coin)} /> : '—')
  const facts: Fact[] = [
    { label: t('deposits.status'), value: state },
    { label: t('trades.amount'), value: figure(transfer.amount), strong: !outgoing },
    ...(outgoing
      ? [
          { label: t('transfer.fee'), value: figure(outgoing.networkFee) },
          { label: t('transfer.arrives'), value: figure(outgoing.sentAmount), strong: true },
        ]
      : []),
    { label: t('transfer.network'), value: <NetworkName tokenType={transfer.tokenType} /> },
    ...(outgoing
      ? [
          { label: t('transfer.address'), value: <AddressText address={outgoing.destinationWalletAddress} /> },
          ...tagFact(outgoing.tokenType ?? '', outgoing.tag),
        ]
      : []),
    ...(link === null ? [] : [{ label: t('transfer.id'), value: <AddressText address={link} /> }]),
    { label: t('deposits.at'), value: <DateText at={transfer.createdAtDateTime} /> },
    ...(outgoing?.endedAtDateTime
      ? [{ label: t('transfer.ended'), value: <DateText at={outgoing.endedAtDateTime} /> }]
      : []),
  ]
  return (
    <Sheet open title={title} onClose={onClose}>
      <FactList facts={facts} />
      <chakra.div display="flex" flexWrap="wrap" gap="2" paddingTop="3">
        {link !== null && <CopyButton text={link} label={t('transfer.copyId')} />}
        {outgoing && <CopyButton text={outgoing.destinationWalletAddress} label={t('transfer.copyAddress')} />}
        {explorerLink && (
          <ExplorerLink href={explorerLink} target="_blank" rel="noopener noreferrer" variant="quiet" size="sm">
            {t('transfer.explorer')}
          </ExplorerLink>
        )}
      </chakra.div>
    </Sheet>
  )
}

const ExplorerLink = chakra('a', buttonRecipe)
