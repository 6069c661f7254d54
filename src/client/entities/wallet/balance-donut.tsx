import { chakra } from '@chakra-ui/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { coinColour } from '#client/entities/coin/coin-colours.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { shareOf, wholePercents } from '#client/ui/chart-number.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { worthByCoin } from './wallet-worth.ts'
import type { WalletEntry } from './wallets.queries.ts'

/** Lazy: the drawing library is loaded with the first donut. */
const DonutDrawing = lazy(() => import('./donut-drawing.tsx'))

const LEGEND_MAX = 5
const SEPARATOR = { fa: '، ', en: ', ' }

type BalanceDonutProps = {
  wallets: readonly WalletEntry[]
  size?: number
  /** `false` beside a list that names the shares itself. */
  legend?: boolean
  children?: ReactNode
}

/** Each coin's share of the whole worth, the largest first; the percents add up to a hundred. */
export function sharesOf(wallets: readonly WalletEntry[]) {
  const worths = worthByCoin(wallets)
  const whole = worths.reduce((sum, { value }) => sum + value, 0n)
  const percents = wholePercents(worths.map(({ value }) => value))
  return worths.map(({ coin, value }, index) => ({
    coin,
    share: shareOf({ part: value, whole }),
    percent: percents[index] ?? '0',
  }))
}

/** The user's balances by worth, with the names of the largest. */
export function BalanceDonut({ wallets, size = 184, legend = true, children }: BalanceDonutProps) {
  const { t } = useTranslation('wallet')
  const { nameOf } = useCoins()
  const language = useLanguage()
  const parts = sharesOf(wallets).map((part) => ({ ...part, key: part.coin, label: nameOf(part.coin) }))
  const label = t('spread.label', { parts: parts.map((part) => part.label).join(SEPARATOR[language]) })
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="center" gap="6">
      <Suspense fallback={<Skeleton width={`${size / 16}rem`} height={`${size / 16}rem`} borderRadius="full" />}>
        <DonutDrawing parts={parts} label={label} size={size}>
          {children}
        </DonutDrawing>
      </Suspense>
      {legend && (
        <chakra.ul listStyleType="none" display="grid" gap="2" fontSize="sm" minWidth="9rem">
          {parts.slice(0, LEGEND_MAX).map(({ key, label: name, percent }) => (
            <chakra.li key={key} display="flex" alignItems="center" gap="2.5">
              <chakra.span
                width="0.625rem"
                height="0.625rem"
                borderRadius="full"
                flexShrink="0"
                style={{ background: coinColour(key) }}
              />
              <chakra.span flex="1">{name}</chakra.span>
              <chakra.span color="fg.muted">
                <DecimalText value={percent} percent />
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  )
}
