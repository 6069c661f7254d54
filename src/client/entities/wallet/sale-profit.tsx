import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { FactList } from '#client/ui/fact-list.tsx'
import { feeOn, PERCENT_DECIMALS } from '#domain/fee.ts'
import { amount, ppm } from '#domain/units.ts'
import { accountLevelsQuery } from '../account/account-levels.queries.ts'
import { useCoins } from '../coin/use-coins.ts'
import type { QuoteUnit } from '../market/quote-unit.ts'
import { useSession } from '../session/session.ts'
import { AveragePrice, ProfitText } from './profit-text.tsx'
import { resultOfSale } from './profits.ts'
import { useOwnPositions } from './use-profits.ts'

interface SaleProfitProps {
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

/** The profit or loss of a sale that is about to be confirmed, against the average buy price. Nothing for coins without one. */
export default function SaleProfit({ coin, unit, amount: sold, total, stopTotal, fee }: SaleProfitProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { coinOf, unitOf } = useCoins()
  const { data: positions } = useOwnPositions()
  const rate = useTakerRate()
  const quote = coinOf(unit)
  const row = positions?.find((each) => each.coin === coin && each.sourceCoin === unit)
  if (!row || row.averageBuyPrice === null || !quote || rate === undefined) return null
  const resultAt = (price: string) => {
    const gross = decodeAmount(price, quote)
    const received = amount(gross - (fee === undefined ? feeOn(gross, rate) : decodeAmount(fee, quote)))
    return resultOfSale({ amount: sold, received }, { row, scaleOf: coinOf })
  }
  const result = resultAt(total)
  const stopped = stopTotal === undefined ? undefined : resultAt(stopTotal)
  if (!result) return null
  return (
    <div>
      <FactList
        facts={[
          { label: t('profit.average'), value: <AveragePrice value={row.averageBuyPrice} unit={unit} /> },
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
