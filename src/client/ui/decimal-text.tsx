import { chakra } from '@chakra-ui/react'
import { useLanguage } from '#client/lib/locale.ts'
import { type DecimalLook, showDecimal } from './show-decimal.ts'

type DecimalTextProps = DecimalLook & {
  /** Decimal text; `undefined` is unknown and shows as a dash, never as zero. */
  value: string | undefined
  /** The unit's name behind the number, in the direction of the sentence. */
  unit?: string
}

/** The one way an amount or a price reaches the screen: upright digits that run left to right in both languages. */
export function DecimalText({ value, unit, ...look }: DecimalTextProps) {
  const language = useLanguage()
  const number = <bdi dir="ltr">{value === undefined ? '—' : showDecimal(value, language, look)}</bdi>
  if (!unit) return number
  return (
    <chakra.span data-quantity whiteSpace="nowrap">
      {number}{' '}
      <chakra.span fontSize="0.8em" color="fg.muted" fontWeight="normal">
        {unit}
      </chakra.span>
    </chakra.span>
  )
}
