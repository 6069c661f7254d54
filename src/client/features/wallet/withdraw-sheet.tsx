import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { walletsQuery } from '#client/entities/wallet/wallets.queries.ts'
import { type TermsOfWithdrawals, withdrawalTermsQuery } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showSheba } from '#client/ui/show-digits.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { leavingToman, WITHDRAWAL, WithdrawalTerms } from './withdraw.queries.ts'
import { WithdrawCode } from './withdraw-code.tsx'
import { Departure, ToUser, WithdrawFields } from './withdraw-fields.tsx'
import { isReviewed, WithdrawReceipt } from './withdraw-receipt.tsx'

interface WithdrawSheetProps {
  readonly onClose: () => void
  /** Chooses another user as the destination. */
  readonly onTransfer: () => void
}

/** A withdrawal of Toman: the form, the code that was sent for it, and its receipt. */
export default function WithdrawSheet({ onClose, onTransfer }: WithdrawSheetProps): ReactNode {
  const { t } = useTranslation('wallet')
  const terms = useQuery(withdrawalTermsQuery())
  const wallets = useQuery(walletsQuery())
  const free = wallets.data?.find(({ coin }) => coin === 'TOMAN')?.credit
  const withdrawal = useWithdrawal({ kind: WITHDRAWAL, schema: WithdrawalTerms, leaving: leavingToman })
  const { intention, begun } = withdrawal
  const { outcome } = intention
  return (
    <Sheet
      open
      title={t(outcome ? 'withdraw.done' : 'withdraw.title')}
      onClose={onClose}
      dismissible={!intention.sending}
    >
      {outcome ? (
        <WithdrawReceipt withdrawal={outcome} queued={t('withdraw.queued')} tab="withdrawals" onClose={onClose}>
          <WithdrawFacts
            amount={outcome.amount}
            sheba={outcome.destinationWalletAddress}
            terms={isReviewed(outcome) ? undefined : terms.data}
          />
        </WithdrawReceipt>
      ) : begun ? (
        <WithdrawCode withdrawal={withdrawal} yes={t('withdraw.confirm')} back={t('withdraw.back')}>
          <WithdrawFacts {...begun} terms={terms.data} />
        </WithdrawCode>
      ) : (
        <QueryView query={terms} data={terms.data && free !== undefined ? terms.data : undefined} rows={4}>
          {(loaded) => (
            <chakra.div display="grid" gap="3">
              <WithdrawFields terms={loaded} free={free ?? '0'} sending={withdrawal.sending} first={withdrawal.first} />
              <ToUser onPress={onTransfer} />
            </chakra.div>
          )}
        </QueryView>
      )}
    </Sheet>
  )
}

/** `terms`: absent where nothing is said of the time. */
type WithdrawFactsProps = WithdrawalTerms & { terms: TermsOfWithdrawals | undefined }

/** Everything about a withdrawal that its user pays and gets. */
function WithdrawFacts({ amount, sheba, terms }: WithdrawFactsProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  return (
    <FactList
      facts={[
        {
          label: t('withdraw.pays'),
          value: <DecimalText value={amount} unit={t('deposit.toman')} />,
          strong: true,
        },
        { label: t('withdraw.fee'), value: t('withdraw.free') },
        { label: t('withdraw.to'), value: showSheba(sheba, language) },
        ...(terms ? [{ label: t('withdraw.batch'), value: <Departure amount={amount} terms={terms} /> }] : []),
      ]}
    />
  )
}
