import { chakra } from '@chakra-ui/react'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/lib/orders.queries.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TermsList } from './confirm-trade.tsx'
import type { QuickTradeTerms } from './quick-trade.commands.ts'

type TradeReceiptProps = { terms: QuickTradeTerms; order: Order; onClose: () => void }

/** What was traded, with the number to ask about it by. */
export function TradeReceipt({ terms, order, onClose }: TradeReceiptProps) {
  const { t } = useTranslation('deal')
  return (
    <Sheet
      open
      title={t(`receipt.title.${terms.side}`)}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to="/profile/wallet" variant="quiet" full onClick={onClose}>
            {t('receipt.wallet')}
          </ButtonLink>
          <Button full onClick={onClose}>
            {t('receipt.done')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" justifyItems="center" color="buy" paddingBlock="3">
        <CircleCheck size={56} strokeWidth={1.5} aria-hidden="true" />
      </chakra.div>
      <TermsList terms={terms} />
      <FactList
        facts={[
          { label: t('receipt.order'), value: <bdi>{order.id}</bdi> },
          { label: t('receipt.at'), value: <DateText at={order.createdAtDateTime} /> },
        ]}
      />
    </Sheet>
  )
}
