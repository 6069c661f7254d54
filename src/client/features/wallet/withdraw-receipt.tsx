import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { showSheba } from '#client/ui/show-digits.ts'
import type { Withdrawn } from './withdraw.queries.ts'

interface WithdrawFactsProps {
  readonly amount: string
  readonly sheba: string
  readonly nextBatch: string | undefined
}

/** Everything about a withdrawal that its user pays and gets. */
export function WithdrawFacts({ amount, sheba, nextBatch }: WithdrawFactsProps) {
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
        ...(nextBatch === undefined ? [] : [{ label: t('withdraw.batch'), value: <DateText at={nextBatch} /> }]),
      ]}
    />
  )
}

interface WithdrawReceiptProps {
  readonly withdrawal: Withdrawn
  readonly nextBatch: string | undefined
  readonly onClose: () => void
}

/** The withdrawal that was requested, and the next step of it. */
export function WithdrawReceipt({ withdrawal, nextBatch, onClose }: WithdrawReceiptProps) {
  const { t } = useTranslation('wallet')
  const { amount, destinationWalletAddress: sheba, state } = withdrawal
  const isReviewed = state === 'RAISED_BY_USER'
  return (
    <chakra.div display="grid" gap="4">
      <Notice tone="success" urgent>
        {t(isReviewed ? 'withdraw.waits' : 'withdraw.queued')}
      </Notice>
      {/* One that waits for us may miss the next batch. */}
      <WithdrawFacts amount={amount} sheba={sheba} nextBatch={isReviewed ? undefined : nextBatch} />
      <ButtonLink to="/profile/history" search={{ tab: 'withdrawals' }} variant="quiet" full>
        {t('withdraw.history')}
      </ButtonLink>
      <Button full size="lg" onClick={onClose}>
        {t('withdraw.close')}
      </Button>
    </chakra.div>
  )
}
