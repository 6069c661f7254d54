import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isQuoteUnit } from '#client/entities/market/quote-unit.ts'
import { useOrderColumns } from '#client/entities/order/use-order-columns.tsx'
import { isRefusal } from '#client/lib/call-api.ts'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { orderQuery } from './history.queries.ts'

/** The present state of an order. Notifications about an order link to it. */
export function OrderSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('history')
  const query = useQuery(orderQuery(id))
  const order = query.data?.baseDTO
  const { type, number, pair, price, tradedPrice, amount, value, tradedValue, executed, status, at } = useOrderColumns(
    undefined,
    order ? [order.marketType] : [],
  )
  const isOpen = order?.orderStatus === 'IS_OPEN' || order?.orderStatus === 'PENDING'
  const columns = [
    ...[number, type, pair, status, isOpen ? price : tradedPrice, amount, executed],
    ...[isOpen ? value : tradedValue, at],
  ]
  const [base, quote] = order ? [order.destinationCoin, order.sourceCoin] : []
  return (
    <Sheet
      open
      title={t('order.title')}
      onClose={onClose}
      inAddress
      footer={
        <>
          <ButtonLink to="/profile/support" search={{ open: `ORDER-${id}` }} variant="quiet" flex="1">
            {t('help.ORDER')}
          </ButtonLink>
          {isOpen && base !== undefined && quote !== undefined && isQuoteUnit(quote) && (
            <ButtonLink
              to="/profile/trade/$tradeTo/$tradeFrom"
              params={{ tradeTo: quote, tradeFrom: base }}
              variant="quiet"
              flex="1"
            >
              {t('orders.empty.action')}
            </ButtonLink>
          )}
        </>
      }
    >
      {isRefusal(query.error, 'ORDER_NOT_FOUND') ? (
        // A retry would be useless.
        <RefusalNotice error={query.error} />
      ) : order ? (
        <FactList facts={columns.map(({ label, cell }) => ({ label, value: cell(order) }))} />
      ) : (
        <chakra.div minHeight="12rem">
          <QueryPlaceholder query={query} rows={5} />
        </chakra.div>
      )}
    </Sheet>
  )
}
