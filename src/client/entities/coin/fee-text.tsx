import { chakra } from '@chakra-ui/react'
import { decodeAmount } from '#client/lib/decode.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { DecimalLook } from '#client/ui/show-decimal.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { Side } from '#domain/order.ts'
import { useCoins } from './use-coins.ts'

type FeeTextProps = Pick<DecimalLook, 'rounding'> & {
  /** In the coin received. The figures are decimal text. */
  fee: string | undefined
  side: Side
  /** The two coins of the trade, and what it comes to in each before the fee. */
  base: string
  quote: string
  amount: string | undefined
  total: string | undefined
}

/** A fee in the coin in which it is taken, and below it about its worth in the other coin, at the price of the trade itself. */
export function FeeText({ fee, side, base, quote, amount, total, rounding }: FeeTextProps) {
  const { billed, coinOf } = useCoins()
  const [received, given] = side === 'BUY' ? [base, quote] : [quote, base]
  const [coin, other] = [coinOf(received), coinOf(given)]
  const [gross, worth] = side === 'BUY' ? [amount, total] : [total, amount]
  const whole = coin && gross !== undefined ? decodeAmount(gross, coin) : 0n
  const inOther =
    coin && other && fee !== undefined && worth !== undefined && whole > 0n
      ? (decodeAmount(fee, coin) * decodeAmount(worth, other)) / whole
      : 0n
  return (
    <>
      <DecimalText value={fee} {...billed(received)} {...(rounding && { rounding })} />
      {other && inOther > 0n && (
        <chakra.span color="fg.muted" display="block">
          ≈ <DecimalText value={formatDecimal(inOther, other.decimals)} {...billed(given)} rounding="nearest" />
        </chakra.span>
      )}
    </>
  )
}
