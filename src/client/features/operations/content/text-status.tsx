import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { TextState } from './content.queries.ts'

/** The status of a text: published, changed since, never published, or not written. */
export function TextStatus({ newest, published }: TextState) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const version = (number: number) => showDigits(String(number), language)
  if (newest === 0)
    return (
      <chakra.span color="sell" fontWeight="semibold">
        {t('status.missing')}
      </chakra.span>
    )
  if (published === null) return <chakra.span color="gold">{t('status.unpublished')}</chakra.span>
  if (published !== newest)
    return (
      <chakra.span color="gold">
        {t('status.changed', { published: version(published), newest: version(newest) })}
      </chakra.span>
    )
  return <chakra.span color="buy">{t('status.published', { version: version(published) })}</chakra.span>
}

/** Parses the typed position of an entry; `undefined` if it is not a number. */
export function positionOf(text: string): number | undefined {
  const read = parseDecimal(text, 0)
  return read === undefined ? undefined : toCount(read)
}
