import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { Withdrawn } from './withdraw.queries.ts'

interface WithdrawReceiptProps {
  readonly withdrawal: Withdrawn
  /** The next step of a withdrawal that nobody reviews. */
  readonly queued: string
  /** The words of the way to the list; absent: those of a withdrawal that may be cancelled. */
  readonly follow?: string | undefined
  /** The list that has it. */
  readonly tab: 'withdrawals' | 'coinWithdrawals'
  readonly onClose: () => void
  /** The facts of what was requested. */
  readonly children: ReactNode
}

/** Whether operators look at it first: then nothing is said of when it leaves. */
export const isReviewed = ({ state }: Pick<Withdrawn, 'state'>) => state === 'RAISED_BY_USER'

/** The withdrawal that was requested, and the next step of it. */
export function WithdrawReceipt({ withdrawal, queued, follow, tab, onClose, children }: WithdrawReceiptProps) {
  const { t } = useTranslation('wallet')
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <Notice tone="success" urgent>
        {isReviewed(withdrawal) ? t('withdraw.waits') : queued}
      </Notice>
      {children}
      <ButtonLink to="/profile/history" search={{ tab }} variant="quiet" full>
        {follow ?? t('withdraw.history')}
      </ButtonLink>
      <Button full size="lg" onClick={onClose}>
        {t('withdraw.close')}
      </Button>
    </chakra.div>
  )
}
