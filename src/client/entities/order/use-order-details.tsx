import { chakra } from '@chakra-ui/react'
import { ReceiptText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import type { Order } from './orders.queries.ts'
import { useOrderName } from './use-order-name.ts'

const OrderSheet = lazy(() => import('./order-sheet.tsx'))

/** A button of each row that opens the order with its trades, and the sheet that it opens. */
export function useOrderDetails(): { readonly column: Column<Order>; readonly sheet: ReactNode } {
  const { t } = useTranslation('orders')
  const nameOf = useOrderName()
  const [shown, setShown] = useState<Order>()
  return {
    column: {
      key: 'details',
      label: t('details.title'),
      unnamed: true,
      cell: (order) => (
        <RowButton
          icon={<ReceiptText size={16} aria-hidden="true" />}
          text={t('details.title')}
          label={t('details.of', { order: nameOf(order) })}
          onClick={() => setShown(order)}
        />
      ),
    },
    sheet: shown && (
      <Suspense>
        <OrderSheet key={shown.id} id={shown.id} listed={shown} onClose={() => setShown(undefined)} />
      </Suspense>
    ),
  }
}

type RowButtonProps = {
  icon: ReactNode
  text: string
  /** Names the order too, for screen readers. */
  label: string
  onClick: () => void
  /** It changes the order: off while the server cannot be reached. */
  changes?: boolean
}

/** A button of one order in a list. A table has no space for words in each row, so that it shows the icon alone. */
export function RowButton({ icon, text, label, onClick, changes = false }: RowButtonProps) {
  const Each = changes ? ServerButton : Button
  return (
    <Each size="sm" variant="quiet" aria-label={label} onClick={onClick} {...(changes && { brief: true })}>
      <chakra.span display="inline-flex" alignItems="center" gap="2">
        {icon}
        <chakra.span hideFrom="lg">{text}</chakra.span>
      </chakra.span>
    </Each>
  )
}
