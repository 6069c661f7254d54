import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '#client/lib/orders.queries.ts'
import { pricesQuery } from '#client/lib/prices.queries.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { getTrades } from '#contract/orders.ts'
import { getWallets } from '#contract/wallets.ts'
import { type QuickTradeTerms, sendQuickTrade } from './quick-trade.commands.ts'
import type { QuickTrade } from './use-quick-trade.ts'

/** The confirmation under way. A price that changed under it is fetched, shown, and asked about again. */
export function useQuickTradeIntention({
  trade: { terms: live, form },
  asked: first,
}: {
  trade: QuickTrade
  asked: QuickTradeTerms
}): Intention<QuickTradeTerms, Order> {
  const client = useQueryClient()
  const intention = useIntention<QuickTradeTerms, Order>(
    sendQuickTrade,
    () => {
      void client.invalidateQueries({ queryKey: [getWallets.path] })
      void client.invalidateQueries({ queryKey: [getTrades.path] })
    },
    first,
  )
  const { terms: asked, refusal, propose } = intention
  const changed = refusal?.code === 'PRICE_CHANGED'

  useEffect(() => {
    if (changed) void client.refetchQueries({ queryKey: pricesQuery(form.unit).queryKey })
  }, [changed, client, form.unit])

  useEffect(() => {
    if (changed && asked && live && live.unitPrice !== asked.unitPrice)
      propose({ ...live, priceBefore: asked.unitPrice })
  }, [changed, asked, live, propose])

  return intention
}
