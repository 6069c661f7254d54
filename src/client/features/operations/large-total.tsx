import { chakra } from '@chakra-ui/react'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'

/** The greatest first: how many digits stand behind the number that is shown, and what they are called. */
const SCALES = [
  { digits: 12, fa: 'هزار میلیارد', en: 'trillion' },
  { digits: 9, fa: 'میلیارد', en: 'billion' },
  { digits: 6, fa: 'میلیون', en: 'million' },
] as const
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** A great sum as one says it: «۲٫۵۵ هزار میلیارد», "2.55 trillion". Below a million it is whole. */
export function showLargeTotal(
  text: string,
  language: Language,
  { signed = false }: { signed?: boolean } = {},
): string {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  const digits = whole.replace(/^0+/, '')
  const scale = SCALES.find((each) => digits.length > each.digits)
  if (!scale) return showDecimal(text, language, { fractionMax: 0, rounding: 'nearest', signed })
  const at = digits.length - scale.digits
  const part = `${minus}${digits.slice(0, at)}.${digits.slice(at)}${fraction}`
  return `${showDecimal(part, language, { fractionMax: 2, rounding: 'nearest', signed })}\u00A0${scale[language]}`
}

type LargeTotalProps = {
  /** Decimal text; `null` is unknown and shows as a dash. */
  value: string | null
  signed?: boolean
  /** The unit's name behind the number. */
  unit?: string
}

/** A sum of the exchange that is a guide: exact under the pointer. */
export function LargeTotal({ value, signed = false, unit }: LargeTotalProps) {
  const language = useLanguage()
  if (value === null) return <bdi>—</bdi>
  return (
    <chakra.span
      data-quantity
      whiteSpace="nowrap"
      title={showDecimal(value, language, { fractionMax: 0, rounding: 'nearest', signed })}
    >
      <bdi dir={language === 'fa' ? 'rtl' : 'ltr'}>{showLargeTotal(value, language, { signed })}</bdi>
      {unit && (
        <>
          {' '}
          <chakra.span fontSize="0.8em" color="fg.muted" fontWeight="normal">
            {unit}
          </chakra.span>
        </>
      )}
    </chakra.span>
  )
}
