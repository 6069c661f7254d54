import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { FactList } from '#client/ui/fact-list.tsx'
import { feeOn, PERCENT_DECIMALS } from '#domain/fee.ts'
import type { Side } from '#domain/order.ts'
import { type Amount, amount, ppm } from '#domain/units.ts'
import { accountLevelsQuery } from '../account/account-levels.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import type { QuoteUnit } from '../market/quote-unit.ts'
import { useSession } from '../session/session.ts'
import type { PositionRow } from './positions.queries.ts'
import { AveragePrice, ProfitText } from './profit-text.tsx'
import { averageAfterPurchase, resultOfSale } from './profits.ts'
import { useOwnPositions } from './use-profits.ts'

interface TradeEffectProps {
  readonly side: Side
  readonly coin: string
  readonly unit: QuoteUnit
  /** Of the coin, as decimal text. */
  readonly amount: string
  /** The price of it, before the fee. */
  readonly total: string
  /** The price of it if the stop of an OCO order is set off. */
  readonly stopTotal?: string | undefined
  /** Absent: the fee of an order that trades at once, at the rate of the user's level. */
  readonly fee?: string
}

/** The effect of a trade that is about to be confirmed on the user's position. Nothing for a coin without an average buy price. */
export default function TradeEffect(props: TradeEffectProps) {
  const { coinOf } = useCoins()
  const { data: positions } = useOwnPositions()
  const rate = useTakerRate()
  const { side, coin, unit, fee } = props
  const row = positions?.find((each) => each.coin === coin && each.sourceCoin === unit)
  const received = coinOf(side === 'BUY' ? coin : unit)
  if (!row || row.averageBuyPrice === null || !received || rate === undefined) return null
  const feeOf = (gross: Amount) => (fee === undefined ? feeOn(gross, rate) : decodeAmount(fee, received))
  const shown = { ...props, row, averageBuyPrice: row.averageBuyPrice, received, feeOf }
  return side === 'BUY' ? <PurchaseAverage {...shown} /> : <SaleProfit {...shown} />
}

interface EffectProps extends TradeEffectProps {
  readonly row: PositionRow
  readonly averageBuyPrice: string
  /** The coin that the user receives, in which the fee is. */
  readonly received: { readonly decimals: number }
  readonly feeOf: (gross: Amount) => Amount
}

/** The average buy price before and after a purchase. */
function PurchaseAverage({ row, averageBuyPrice, unit, amount: text, total, stopTotal, received, feeOf }: EffectProps) {
  const { t } = useTranslation('wallet')
  const { coinOf } = useCoins()
  const bought = decodeAmount(text, received)
  const averageAt = (price: string) =>
    averageAfterPurchase({ amount: bought, total: price, fee: feeOf(bought) }, { row, scaleOf: coinOf })
  const facts = [
    { label: t('profit.average'), average: averageBuyPrice },
    { label: t('profit.after'), average: averageAt(total) },
    { label: t('profit.afterTrigger'), average: stopTotal && averageAt(stopTotal) },
  ]
  return (
    // The longest price stays whole: its name takes another line instead.
    <chakra.div css={{ '& dd': { minWidth: 'min-content' } }}>
      <FactList
        facts={facts.flatMap(({ average, ...fact }) =>
          average ? { ...fact, value: <AveragePrice value={average} unit={unit} /> } : [],
        )}
      />
    </chakra.div>
  )
}

/** The profit or loss of a sale against the average buy price. */
function SaleProfit(props: EffectProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { coinOf, unitOf } = useCoins()
  const { row, averageBuyPrice, coin, unit, amount: sold, total, stopTotal, received, feeOf } = props
  const resultAt = (price: string) => {
    const gross = decodeAmount(price, received)
    return resultOfSale({ amount: sold, received: amount(gross - feeOf(gross)) }, { row, scaleOf: coinOf })
  }
  const result = resultAt(total)
  const stopped = stopTotal === undefined ? undefined : resultAt(stopTotal)
  if (!result) return null
  return (
    <div>
      <FactList
        facts={[
          { label: t('profit.average'), value: <AveragePrice value={averageBuyPrice} unit={unit} /> },
          { label: t('profit.sale'), value: <ProfitText {...result} />, strong: true },
          ...(stopped ? [{ label: t('profit.stopped'), value: <ProfitText {...stopped} />, strong: true }] : []),
        ]}
      />
      {result.knownPart !== undefined && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('profit.partly', { amount: amountInSentence(result.knownPart, language, { unit: unitOf(coin) }) })}
        </chakra.p>
      )}
    </div>
  )
}

/** The rate of the user's level for orders that trade at once, the larger one; `undefined` for a visitor. */
export function useTakerRate() {
  const session = useSession()
  const levels = useQuery({ ...accountLevelsQuery(), enabled: Boolean(session) }).data
  if (!session) return undefined
  const level = levels?.find(({ userAccountLevel }) => userAccountLevel === session.userAccountLevel)
  return ppm(decodeAmount(level?.takerPercent ?? session.fee, { decimals: PERCENT_DECIMALS }))
}
