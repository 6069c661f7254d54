import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { FactList } from '#client/ui/fact-list.tsx'
import { getOrderProfit } from '#contract/positions.ts'
import { useCoins } from '../coin/use-coins.ts'
import type { QuoteUnit } from '../market/quote-unit.ts'
import { ProfitText } from './profit-text.tsx'
import { profitOnWire } from './profits.ts'

interface OrderProfitProps {
  readonly orderId: string
  readonly coin: string
  readonly unit: QuoteUnit
  /** The sold amount, as decimal text. */
  readonly sold: string
}

/** The profit of an order that has sold, against the average buy price at the times of its trades. Nothing for coins without one. */
export default function OrderProfit({ orderId, coin, unit, sold }: OrderProfitProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { coinOf, unitOf } = useCoins()
  const { data } = useQuery(endpointQuery(getOrderProfit, { query: { orderId } }))
  const quote = coinOf(unit)
  if (!data?.baseDTO || !quote) return null
  const { amount, cost, profit } = data.baseDTO
  return (
    <div>
      <FactList
        facts={[{ label: t('profit.order'), value: <ProfitText {...profitOnWire({ unit, cost, profit }, quote)} /> }]}
      />
      {amount !== sold && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('profit.partly', { amount: amountInSentence(amount, language, { unit: unitOf(coin) }) })}
        </chakra.p>
      )}
    </div>
  )
}
