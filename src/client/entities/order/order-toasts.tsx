import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type Ending, isPartly } from './ending.ts'
import { type EndedOrder, followEndings } from './follow-endings.ts'
import { sideOf } from './traded-price.ts'
import { useOrderName } from './use-order-name.ts'

const TONES = {
  filled: 'success',
  partly: 'success',
  triggered: 'info',
  unfilled: 'info',
  otherLeg: 'info',
  cancelled: 'info',
  cancelledByKimia: 'info',
  expired: 'info',
} as const satisfies Record<Ending, 'success' | 'info'>

const SEPARATOR = { fa: '، ', en: ', ' }

/** The sentence that follows the name of the order in a toast. */
const TEXTS = {
  filled: 'filled',
  partly: 'back',
  triggered: 'triggered',
  unfilled: 'back',
  otherLeg: 'otherLeg',
  cancelled: 'back',
  cancelledByKimia: 'back',
  expired: 'back',
} as const satisfies Record<Ending, string>

/** Toasts of own orders that end while a page is open, and of stops that are triggered; several of one second are one toast. */
export default function OrderToasts() {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const language = useLanguage()
  const { unitOf } = useCoins()
  const nameOf = useOrderName()
  const reportOne = ({ order, ending }: EndedOrder) => {
    const executed = amountInSentence(order.executedAmount, language, { unit: unitOf(order.destinationCoin) })
    const name = nameOf(order)
    const filledPart = ending !== 'filled' && isPartly(order)
    showToast({
      tone: TONES[ending],
      title: ending === 'filled' ? t(`ended.filled.${sideOf(order.orderType)}`) : t(`ended.title.${ending}`),
      text: filledPart
        ? t('ended.withPart', { order: name, amount: executed })
        : t(`ended.text.${TEXTS[ending]}`, { order: name }),
    })
  }
  const report = useEffectEvent((ended: readonly EndedOrder[]) => {
    const [only, ...others] = ended
    if (only && others.length === 0) return reportOne(only)
    const counts = new Map<Ending, number>()
    for (const { ending } of ended) counts.set(ending, (counts.get(ending) ?? 0) + 1)
    const number = (count: number) => amountInSentence(String(count), language)
    showToast({
      tone: ended.some(({ ending }) => TONES[ending] === 'success') ? 'success' : 'info',
      title: t('ended.several', { number: number(ended.length) }),
      text: [...counts]
        .map(([ending, count]) => t(`ended.count.${ending}`, { number: number(count) }))
        .join(SEPARATOR[language]),
    })
  })
  useEffect(() => followEndings(client, (ended) => report(ended)), [client])
  return null
}
