import { chakra } from '@chakra-ui/react'
import { ReceiptText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
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
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('details.of', { order: nameOf(order) })}
          onClick={() => setShown(order)}
        >
          <ReceiptText size={16} aria-hidden="true" />
          {/* A table has no space for words in each row. */}
          <chakra.span hideFrom="lg" paddingInlineStart="2">
            {t('details.title')}
          </chakra.span>
        </Button>
      ),
    },
    sheet: shown && (
      <Suspense>
        <OrderSheet key={shown.id} id={shown.id} listed={shown} onClose={() => setShown(undefined)} />
      </Suspense>
    ),
  }
}
