import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { Fact } from '#client/ui/fact-list.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { feeOn, PERCENT_DECIMALS } from '#domain/fee.ts'
import { ppm } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import { shownParts } from './shown-parts.ts'

/** The fee of an order, which for a limit order is either the maker's or the taker's, and the proceeds after the taker's fee, the larger one. */
export function useFeeFacts({ tradeFrom, tradeTo }: MarketPath, terms: ConfirmedOrder | undefined): Fact[] {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { coinOf, unitOf } = useCoins()
  const session = useSession()
  const levels = useQuery(accountLevelsQuery()).data
  const symbol = terms?.side === 'BUY' ? tradeFrom : tradeTo
  const coin = coinOf(symbol)
  if (!terms || !coin || !session) return []
  const gross = decodeAmount(terms.side === 'BUY' ? terms.amount : terms.total, coin)
  const { takerPercent = session.fee, makerPercent } =
    levels?.find(({ userAccountLevel }) => userAccountLevel === session.userAccountLevel) ?? {}
  const rate = ppm(decodeAmount(takerPercent, { decimals: PERCENT_DECIMALS }))
  const shown = shownParts({ gross, fee: feeOn(gross, rate) }, coin)
  const look = { unit: unitOf(symbol), fractionMax: coin.billedDecimals }
  const show = (value: bigint) => formatDecimal(value, coin.decimals)
  const percent = (text: string) => amountInSentence(text, language, { percent: true })
  const fee: Fact =
    terms.kind === 'LIMIT' && makerPercent !== undefined && makerPercent !== takerPercent
      ? {
          label: t('confirm.eitherFee'),
          value: t('confirm.either', { maker: percent(makerPercent), taker: percent(takerPercent) }),
        }
      : {
          label: t('confirm.fee', { percent: percent(takerPercent) }),
          value: <DecimalText value={show(shown.fee)} {...look} />,
        }
  return [
    fee,
    {
      label: t(`form.received.${terms.side}`),
      value: <DecimalText value={show(shown.received)} {...look} />,
      strong: true,
    },
  ]
}
