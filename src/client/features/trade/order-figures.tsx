import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useSession } from '#client/entities/session/session.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { formatDecimal } from '#domain/decimal.ts'
import { amount } from '#domain/units.ts'
import type { MarketPath } from './market-path.ts'
import { shownParts } from './shown-parts.ts'
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
