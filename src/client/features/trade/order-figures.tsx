import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { FeeText } from '#client/entities/coin/fee-text.tsx'
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
import { feeRole } from '#domain/order.ts'
import { type BilledCoin, billed as billedAmount } from '#domain/quick-trade.ts'
import { type Amount, amount, PRICE_DECIMALS, ppm } from '#domain/units.ts'
import { NARROW_FORM } from './dense-field.tsx'
import type { MarketPath } from './market-path.ts'
import { walkOf } from './market-walk.ts'
import type { ConfirmedOrder } from './order.commands.ts'
import { type OrderWarning, slippageOf } from './order-checks.ts'
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
    <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="2" fontSize="xs">
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

/** The estimated fee and the proceeds after it; of a market order also its way through the book. */
export function OrderFigures({ path, state }: OrderFiguresProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { billed: lookOf, coinOf } = useCoins()
  const session = useSession()
  const { form, facts, summary } = state
  const { base, quote } = facts.rules
  const arriving = form.side === 'BUY' ? base : quote
  const coin = form.side === 'BUY' ? path.tradeFrom : path.tradeTo
  const look = lookOf(coin)
  const show = (value: bigint | undefined, decimals: number) =>
    value === undefined ? undefined : formatDecimal(value, decimals)
  const known = coinOf(coin)
  const { fee, received } = summary
  const parts =
    known && fee !== undefined && received !== undefined
      ? shownParts({ gross: amount(fee + received), fee }, known)
      : undefined
  return (
    <chakra.div aria-live="off" css={ROWS}>
      <FactList
        dense
        facts={[
          ...useWalkFacts(state, path),
          {
            label: t('form.fee', {
              percent: session ? amountInSentence(session.fee, language, { percent: true }) : '—',
            }),
            value: (
              <FeeText
                {...{ side: form.side, base: path.tradeFrom, quote: path.tradeTo }}
                fee={show(parts?.fee, arriving.decimals)}
                amount={show(summary.filled, base.decimals)}
                total={show(summary.total, quote.decimals)}
              />
            ),
          },
          {
            label: t(`form.received.${form.side}`),
            value: <DecimalText value={show(parts?.received, arriving.decimals)} {...look} />,
          },
        ]}
      />
    </chakra.div>
  )
}

/** A label and its figure stand one above the other where they do not fit side by side. */
const ROWS = {
  // Beside the book of a phone the button is in sight, and the figures are below it.
  [NARROW_FORM]: { order: '1' },
  '& dl > div': { flexWrap: 'wrap', columnGap: '2', rowGap: '0', paddingBlock: '0.5', lineHeight: 'snug' },
  '& dd': { marginInlineStart: 'auto' },
} as const

/** The average price of a market order and its distance from the best one. */
function useWalkFacts({ form, facts, summary }: OrderFormState, { tradeTo }: MarketPath): Fact[] {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  if (form.kind !== 'MARKET' || !summary.amount) return []
  const walk = walkOf(summary, facts)
  const slippage = slippageOf(walk)
  if (walk.average === undefined || !slippage) return []
  const { average } = walk
  const shown = formatDecimal(average - (average % facts.rules.tick), PRICE_DECIMALS)
  return [
    { label: t('form.average'), value: <DecimalText value={shown} unit={unitOf(tradeTo)} /> },
    {
      label: t('form.slippage'),
      value: (
        <chakra.span color={slippage.isLarge ? 'gold' : undefined}>
          {amountInSentence(slippage.percent, language, { percent: true })}
        </chakra.span>
      ),
    },
  ]
}

/** The warnings of the order on the present market, before its button is pressed. */
export function OrderWarnings({ path, state, warnings }: OrderFiguresProps & { warnings: readonly OrderWarning[] }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { billed, unitOf } = useCoins()
  const { base, quote } = state.facts.rules
  const shown = (value: bigint) =>
    amountInSentence(formatDecimal(value, base.decimals), language, { unit: unitOf(path.tradeFrom) })
  const percent = (text: string) => amountInSentence(text, language, { percent: true })
  const texts = warnings.map((warning) => {
    if (warning.kind === 'partly') return t('warning.partly', { amount: shown(warning.amount) })
    if (warning.kind === 'fillable') return t('form.partly', { amount: shown(warning.amount) })
    if (warning.kind === 'cut') {
      const total = formatDecimal(warning.total, quote.decimals)
      // As the field of the total shows it.
      const look = { ...billed(path.tradeTo), rounding: state.form.side === 'BUY' ? 'up' : 'down' } as const
      return t(`warning.cut.${state.form.side}`, { total: amountInSentence(total, language, look) })
    }
    if (warning.kind === 'slippage') return t('warning.slippage', { percent: percent(warning.percent) })
    if (warning.kind === 'behindStop') return t(`warning.behindStop.${state.form.side}`)
    if (warning.kind !== 'far' && warning.kind !== 'stopFar') return t(`warning.${warning.kind}`)
    const { kind, value } = warning.far
    return t(`warning.${warning.kind}.${kind}`, {
      value: kind === 'times' ? amountInSentence(value, language) : percent(value),
    })
  })
  return texts.map((text) => (
    <chakra.p key={text} fontSize="xs" lineHeight="snug" color="gold">
      {text}
    </chakra.p>
  ))
}

/** The fee of an order and the proceeds after it. Of an order that may pay either fee the larger one, the taker's, is subtracted. */
export function useFeeFacts({ tradeFrom, tradeTo }: MarketPath, terms: ConfirmedOrder): Fact[] {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { coinOf, unitOf } = useCoins()
  const session = useSession()
  const levels = useQuery(accountLevelsQuery()).data
  const symbol = terms.side === 'BUY' ? tradeFrom : tradeTo
  const coin = coinOf(symbol)
  if (!coin || !session) return []
  const gross = decodeAmount(terms.side === 'BUY' ? terms.amount : terms.total, coin)
  const { takerPercent = session.fee, makerPercent } =
    levels?.find(({ userAccountLevel }) => userAccountLevel === session.userAccountLevel) ?? {}
  const role = feeRole({ isMarket: terms.kind === 'MARKET', ...terms })
  const feePercent = (role === 'maker' && makerPercent) || takerPercent
  const rate = ppm(decodeAmount(feePercent, { decimals: PERCENT_DECIMALS }))
  const shown = shownParts({ gross, fee: feeOn(gross, rate) }, coin)
  const look = { unit: unitOf(symbol), fractionMax: coin.billedDecimals }
  const show = (value: bigint) => formatDecimal(value, coin.decimals)
  const percent = (text: string) => amountInSentence(text, language, { percent: true })
  const fee: Fact =
    role === 'either' && makerPercent !== undefined && makerPercent !== takerPercent
      ? {
          label: t('confirm.eitherFee'),
          value: t('confirm.either', { maker: percent(makerPercent), taker: percent(takerPercent) }),
        }
      : {
          label: t('confirm.fee', { percent: percent(feePercent) }),
          value: <FeeText {...terms} fee={show(shown.fee)} base={tradeFrom} quote={tradeTo} />,
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

/**
 * The displayed parts of an estimate, in base units of the coin received: the proceeds are the displayed total less the displayed fee, so that they
 * are too small rather than too large.
 */
export function shownParts(
  { gross, fee }: { gross: Amount; fee: Amount },
  coin: BilledCoin,
): { readonly fee: Amount; readonly received: Amount } {
  const shownFee = billedAmount(fee, coin, 'up')
  const received = billedAmount(gross, coin, 'down') - shownFee
  return { fee: shownFee, received: amount(received > 0n ? received : 0n) }
}
