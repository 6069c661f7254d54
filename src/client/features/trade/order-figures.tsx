import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { feeOn, PERCENT_DECIMALS } from '#domain/fee.ts'
import { amount, ppm } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import { shownParts } from './order-form.logic.ts'
import type { OrderFormState } from './use-order-form.ts'

type OrderFiguresProps = { path: MarketPath; state: OrderFormState }

/** The available balance of this side; a market maker's credit is not shown. */
export function AvailableLine({ path, state }: OrderFiguresProps) {
  const { t } = useTranslation('trade')
  const { form, facts } = state
  if (facts.supervisor) return null
  const scale = form.side === 'BUY' ? facts.rules.quote : facts.rules.base
  const spent = form.side === 'BUY' ? path.tradeTo : path.tradeFrom
  const available = form.side === 'BUY' ? facts.balances?.quote : facts.balances?.base
  return (
    <chakra.div display="flex" justifyContent="space-between" fontSize="sm">
      <chakra.span color="fg.muted">{t('form.available')}</chakra.span>
      <chakra.span fontWeight="semibold">
        <BalanceText
          coin={spent}
          value={available === undefined ? undefined : formatDecimal(available, scale.decimals)}
        />
      </chakra.span>
    </chakra.div>
  )
}

/** The live total, the estimated fee, and the proceeds after it. */
export function OrderFigures({ path, state }: OrderFiguresProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { billed, coinOf, unitOf } = useCoins()
  const session = useSession()
  const { form, facts, summary } = state
  const { base, quote } = facts.rules
  const arriving = form.side === 'BUY' ? base : quote
  const coin = form.side === 'BUY' ? path.tradeFrom : path.tradeTo
  const look = billed(coin)
  const show = (value: bigint | undefined, decimals: number) =>
    value === undefined ? undefined : formatDecimal(value, decimals)
  const known = coinOf(coin)
  const { fee, received } = summary
  const parts =
    known && fee !== undefined && received !== undefined
      ? shownParts({ gross: amount(fee + received), fee }, known)
      : undefined
  const { fillable } = facts.quote ?? {}
  const partly = fillable !== undefined && fillable > 0n && summary.amount !== undefined && fillable < summary.amount
  return (
    <div aria-live="off">
      <FactList
        dense
        facts={[
          {
            label: t(`form.total.${form.kind}`),
            value: (
              <DecimalText
                value={show(summary.total, quote.decimals)}
                {...billed(path.tradeTo)}
                rounding={form.side === 'BUY' ? 'up' : 'down'}
              />
            ),
            strong: true,
          },
          {
            label: t('form.fee', {
              percent: session ? amountInSentence(session.fee, language, { percent: true }) : '—',
            }),
            value: <DecimalText value={show(parts?.fee, arriving.decimals)} {...look} />,
          },
          {
            label: t(`form.received.${form.side}`),
            value: <DecimalText value={show(parts?.received, arriving.decimals)} {...look} />,
          },
        ]}
      />
      {partly && (
        <chakra.p fontSize="xs" color="gold" paddingTop="1">
          {t('form.partly', {
            amount: amountInSentence(formatDecimal(fillable, base.decimals), language, {
              unit: unitOf(path.tradeFrom),
            }),
          })}
        </chakra.p>
      )}
    </div>
  )
}

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
